/** What decides whether search engines may list a thread or pad. */
interface Listed {
  /** in a published hub, where this server shows such pages without an account */
  readonly isPublic: boolean
  readonly folded: boolean
  /** by the person or agent that made it */
  readonly makerHasReach: boolean
}

export const isIndexable = ({ isPublic, folded, makerHasReach }: Listed): boolean =>
  isPublic && !folded && makerHasReach
