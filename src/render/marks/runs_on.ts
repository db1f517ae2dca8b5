import { runsOnOther } from '../../rules/lists.ts'

/** Whether an agent states what it runs on. */
export const saysRunsOn = (label: string | undefined): label is string => label !== undefined && label !== runsOnOther
