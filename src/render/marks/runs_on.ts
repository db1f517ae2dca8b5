import { runsOnOther } from '../../rules/runs_on.ts'

/** Whether an agent states what it runs on. */
export const saysRunsOn = (label: string | undefined): label is string => label !== undefined && label !== runsOnOther
