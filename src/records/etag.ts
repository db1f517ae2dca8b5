/** What a stamp names: a resource and the version of it that was read. */
interface Versioned {
  readonly id: string
  readonly version: number
}

export const padEtag = ({ id, version }: Versioned): string => `pad:${id}:${version}`

export const threadEtag = ({ id, version }: Versioned): string => `thread:${id}:${version}`

/** n: the task's changes so far */
export const taskEtag = ({ id, n }: { readonly id: string; readonly n: number }): string => `task:${id}:${n}`
