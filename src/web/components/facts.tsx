import type { ComponentChildren } from 'preact'

/** What is known of a record; what is not known is left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="facts">
    {facts
      .filter(([, value]) => value || value === 0)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
