import type * as cog from '@grafana/grafana-foundation-sdk/cog'
import { BigValueColorMode, BigValueGraphMode, ReduceDataOptionsBuilder } from '@grafana/grafana-foundation-sdk/common'
import {
  DashboardBuilder,
  type Panel,
  PanelBuilder,
  TextBoxVariableBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type VariableModel,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { PanelBuilder as LogsPanel } from '@grafana/grafana-foundation-sdk/logs'
import { DataqueryBuilder as LokiQuery } from '@grafana/grafana-foundation-sdk/loki'
import { DataqueryBuilder as PrometheusQuery } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder as StatPanel } from '@grafana/grafana-foundation-sdk/stat'
import { PanelBuilder as TablePanel } from '@grafana/grafana-foundation-sdk/table'
import { DataqueryBuilder as TempoQuery } from '@grafana/grafana-foundation-sdk/tempo'
import { PanelBuilder as TimeseriesPanel } from '@grafana/grafana-foundation-sdk/timeseries'
import type { GeneratedFile } from '../files.ts'
import { MARK } from '../fingerprint.ts'

/**
 * The data source with this name in every organization. In a client's organization it is a proxy that adds the client's
 * label.
 */
export const PROMETHEUS = { type: 'prometheus', uid: 'prometheus' }

/** The Loki data source of a client's tenant, or of the stack if there is no id. */
export const loki = (clientId?: string) => ({ type: 'loki', uid: clientId ? `loki-${clientId}` : 'loki' })

/** The Tempo data source of a client's tenant. */
export const tempo = (clientId: string) => ({ type: 'tempo', uid: `tempo-${clientId}` })

type Source = { type: string; uid: string }
type Query = [expr: string, legend?: string]

/** Colours, each from its value upwards. The first one is the base colour. */
export type Steps = [value: number | null, color: string][]

const thresholds = (steps: Steps) =>
  new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps.map(([value, color]) => ({ value, color })))

const query = (source: Source, [expr, legend]: Query, index: number): cog.Builder<cog.Dataquery> => {
  const refId = String.fromCharCode(65 + index)
  const builder = source.type === 'loki' ? new LokiQuery() : new PrometheusQuery()
  builder.expr(expr).refId(refId).datasource(source)
  if (legend) builder.legendFormat(legend)
  return builder
}

/** A panel with the last value as one big number. */
export const stat = (title: string, source: Source, expr: string, legend: string, steps: Steps) =>
  new StatPanel()
    .title(title)
    .datasource(source)
    .targets([query(source, [expr, legend], 0)])
    // Without calcs the panel is empty.
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .colorMode(BigValueColorMode.Background)
    .graphMode(BigValueGraphMode.None)
    .thresholds(thresholds(steps))
    .height(4)
    .span(8)

/** A panel with lines over time. */
export const timeseries = (title: string, source: Source, unit: string, queries: Query[]) =>
  new TimeseriesPanel()
    .title(title)
    .datasource(source)
    .unit(unit)
    .min(0)
    .targets(queries.map((item, index) => query(source, item, index)))
    .height(8)
    .span(12)

/** A panel with log lines, newest first. */
export const logs = (title: string, source: Source, expr: string) =>
  new LogsPanel()
    .title(title)
    .datasource(source)
    .targets([query(source, [expr], 0)])
    .showTime(true)
    .wrapLogMessage(true)
    .height(9)
    .span(12)

/** A panel with one row per series and its current value. */
export const table = (title: string, source: Source, expr: string) =>
  new TablePanel()
    .title(title)
    .datasource(source)
    .targets([new LokiQuery().expr(expr).refId('A').datasource(source).instant(true).range(false)])
    .height(9)
    .span(12)

const traceQuery = (source: Source, query: string) =>
  new TempoQuery().queryType('traceql').query(query).refId('A').datasource(source)

const TRACE = 'trace'

/** The dashboard variable that holds the id of the selected trace. */
export const traceVariable = () => new TextBoxVariableBuilder(TRACE).label('Trace')

/**
 * A table of matching traces, newest first. A click shows the trace on this dashboard: Grafana's own link opens
 * Explore, which viewers may not use.
 */
export const foundTraces = (title: string, source: Source, query: string) =>
  new TablePanel()
    .title(title)
    .datasource(source)
    .targets([traceQuery(source, query).limit(50)])
    .overrideByName('traceID', [
      {
        id: 'links',
        value: [{ title: 'Show this trace', url: `\${__url.path}?\${__url_time_range}&var-${TRACE}=\${__value.raw}` }],
      },
    ])
    .height(9)
    .span(12)

/** A panel with the spans of the selected trace. */
export const oneTrace = (title: string, source: Source) =>
  new PanelBuilder()
    .type('traces')
    .title(title)
    .datasource(source)
    .targets([traceQuery(source, `$${TRACE}`)])
    .height(9)
    .span(12)

/** A dashboard in the file format of Grafana's provisioning. */
export const dashboardFile = (
  name: string,
  uid: string,
  title: string,
  panels: cog.Builder<Panel>[],
  variables: cog.Builder<VariableModel>[] = [],
): GeneratedFile => {
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .tags(['generated'])
    .timezone('browser')
    .time({ from: 'now-6h', to: 'now' })
    .refresh('1m')
    .readonly()
  for (const panel of panels) builder.withPanel(panel)
  for (const variable of variables) builder.withVariable(variable)
  const dashboard = { ...builder.build(), fingerprint: MARK }
  return {
    path: `grafana/dashboards/${name}.json`,
    kind: 'generated',
    content: `${JSON.stringify(dashboard, null, 2)}\n`,
  }
}
