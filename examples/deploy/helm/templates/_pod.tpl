{{/* Image of every container. */}}
{{- define "cojoin.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end -}}

{{/* The common parts of all pods. Takes the root, the component, its arguments, the key of its database's address and its resources. */}}
{{- define "cojoin.pod" -}}
metadata:
  labels: { app: cojoin, component: {{ .component }} }
spec:
  terminationGracePeriodSeconds: 40
  {{- if eq .component "migrate" }}
  restartPolicy: Never
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    fsGroup: 65532
    seccompProfile: { type: RuntimeDefault }
  automountServiceAccountToken: false
  enableServiceLinks: false # otherwise the service named cojoin sets variables with the prefix of our settings, such as its port
  {{- if ne .component "migrate" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: { app: cojoin, component: {{ .component }} }
  {{- end }}
  {{- with .before }}
  initContainers:
    - name: schema
      args: {{ toJson . }}
      {{- include "cojoin.container" $ | nindent 6 }}
  {{- end }}
  containers:
    - name: {{ .component }}
      args: {{ toJson .args }}
      {{- include "cojoin.container" . | nindent 6 }}
      {{- with .extra }}
      {{- . | nindent 6 }}
      {{- end }}
  volumes:
    - name: secrets
      secret:
        secretName: {{ .root.Values.secretName }}
        defaultMode: 0440
        items: # only the keys that this process reads: servers don't get the owner's login, the migration doesn't get the servers' secrets
          {{- range concat (list (printf "database-url-%s" .login)) (eq .component "migrate" | ternary list (values (fromYaml (include "cojoin.secrets" .root)))) .root.Values.secretKeys | uniq }}
          - { key: {{ . }}, path: {{ . }} }
          {{- end }}
{{- end -}}

{{/* The keys of the secret for servers and workers, without the database's address. */}}
{{- define "cojoin.secrets" -}}
COJOIN_SECRET_FILE: secret
COJOIN_PAYMENT_PRIVATE_KEY_FILE: braintree
COJOIN_MAIL_SMTP_FILE: smtp
COJOIN_OPERATOR_TOKEN_FILE: operator-token
COJOIN_METRICS_TOKEN_FILE: metrics-token
{{- end -}}

{{- define "cojoin.container" -}}
image: {{ include "cojoin.image" .root }}
envFrom:
  - configMapRef: { name: {{ include "cojoin.settingsName" .root }} }
env:
  - { name: DATABASE_URL_FILE, value: /run/secrets/cojoin/database-url-{{ .login }} }
  {{- if ne .component "migrate" }}
  {{- range $name, $key := fromYaml (include "cojoin.secrets" .root) }}
  - { name: {{ $name }}, value: /run/secrets/cojoin/{{ $key }} }
  {{- end }}
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/cojoin, readOnly: true }
resources: {{ toJson .resources }}
{{- end -}}
