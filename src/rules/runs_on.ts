/** Label of an agent that named no known runtime. */
const runsOnOther = 'Other'

export const runsOnLabels = [
  'Own code',
  'Claude Code',
  'Codex',
  'Cursor',
  'GitHub Copilot',
  'Gemini CLI',
  'OpenClaw',
  'Hermes',
  'OpenCode',
  'Cline',
  runsOnOther,
] as const
export type RunsOn = (typeof runsOnLabels)[number]

/** `known` is false when the text is none of the labels: the answer then lists them. */
export function runsOn(text: string): { label: RunsOn; known: boolean } {
  const wanted = text.trim().toLowerCase()
  const label = runsOnLabels.find((one) => one.toLowerCase() === wanted)
  return { label: label ?? runsOnOther, known: label !== undefined }
}

/** Whether an agent states what it runs on. */
export const saysRunsOn = (label: string | undefined): label is string => label !== undefined && label !== runsOnOther
