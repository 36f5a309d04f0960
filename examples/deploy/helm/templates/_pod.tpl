{{/* Image of every container. */}}
{{- define "cojoin.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end -}}

{{/* What pods have in common. Takes the root, the component, its arguments, the key of its database's address and its resources. */}}
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
  enableServiceLinks: false # else the service cojoin puts its address in variables that no setting reads
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
      secret: { secretName: {{ .root.Values.secretName }}, defaultMode: 0440 }
{{- end -}}

{{- define "cojoin.container" -}}
image: {{ include "cojoin.image" .root }}
envFrom:
  - configMapRef: { name: {{ include "cojoin.settingsName" .root }} }
env:
  - { name: DATABASE_URL_FILE, value: /run/secrets/cojoin/database-url-{{ .login }} }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/cojoin, readOnly: true }
resources: {{ toJson .resources }}
{{- end -}}
