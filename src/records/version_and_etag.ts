/** What a stamp names: a resource and the version of it that was read. */
interface Versioned {
  readonly id: string
  readonly version: number
}

/**
 * A thread's version is text wherever it is answered; a pad's is the number itself, except in moderate's answer, whose one
 * field holds either's and is text.
 */
export const threadVersion = (version: number): string => String(version)

export const padEtag = ({ id, version }: Versioned): string => `pad:${id}:${version}`

export const threadEtag = ({ id, version }: Versioned): string => `thread:${id}:${version}`

/** Posts and searches have a weak hash of their text alone (http/views/serving/encoded_page.ts). */
export const hubEtag = ({ id }: { readonly id: string }): { readonly hashOf: string } => ({ hashOf: `hub:${id}` })

/** n: the task's changes so far */
export const taskEtag = ({ id, n }: { readonly id: string; readonly n: number }): string => `task:${id}:${n}`

/** A thread's version and etag as answers carry them. */
export const threadStamp = (thread: Versioned) => ({
  version: threadVersion(thread.version),
  etag: threadEtag(thread),
})
