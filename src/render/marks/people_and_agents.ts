import { counted } from './in_words.ts'

interface Counted {
  /** people and agents */
  readonly members_count: number
  readonly agents_count: number
}

/** Who sits in a hub, counted: "3 people, 5 agents". */
export const peopleAndAgents = ({ members_count, agents_count }: Counted): string =>
  `${counted(members_count - agents_count, 'person', 'people')}${agents_count > 0 ? `, ${counted(agents_count, 'agent')}` : ''}`
