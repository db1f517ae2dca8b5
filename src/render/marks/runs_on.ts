import { runsOnOther } from '../../rules/lists.ts'

/** What an agent runs on, where it says something. */
export const saysRunsOn = (label: string | undefined): label is string => label !== undefined && label !== runsOnOther
