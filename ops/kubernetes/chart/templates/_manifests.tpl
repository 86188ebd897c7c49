{{/* The documents of a manifest of the base, as a list. */}}
{{- define "documents" -}}
{{- $documents := list -}}
{{- range regexSplit "(?m)^---$" . -1 -}}
{{- with fromYaml . -}}{{- $documents = append $documents . -}}{{- end -}}
{{- end -}}
{{- toYaml $documents -}}
{{- end -}}

{{/* The settings of the gateway: those of the base, with config over them. */}}
{{- define "settings" -}}
{{- $settings := dict -}}
{{- range (first (fromYaml (.Files.Get "base/gateway/kustomization.yaml")).configMapGenerator).literals -}}
{{- $pair := splitn "=" 2 . -}}
{{- $_ := set $settings $pair._0 $pair._1 -}}
{{- end -}}
{{- if not .Values.redis.enabled -}}{{- $_ := unset $settings "REDIS_URL" -}}{{- end -}}
{{- toYaml (mergeOverwrite $settings .Values.config) -}}
{{- end -}}

{{- define "image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* Puts a manifest into the namespace of the release, under its labels. */}}
{{- define "manifest" -}}
{{- $metadata := .manifest.metadata -}}
{{- $labels := dict "app.kubernetes.io/part-of" "campaign-management" "app.kubernetes.io/managed-by" .release.Service -}}
{{- $_ := set $metadata "labels" (merge (default dict $metadata.labels) $labels (default dict .labels)) -}}
{{- $_ := set $metadata "namespace" .release.Namespace -}}
{{- toYaml .manifest -}}
{{- end -}}
