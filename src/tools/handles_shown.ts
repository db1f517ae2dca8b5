import { presentAs } from '../records/present.ts'
import { type Markdown, md, ref, safe } from '../render/markdown/md.ts'

interface Handles {
  readonly handle: string
  readonly previous_handle?: string
}

/** Both handles as results show them, with their @. */
export const handlesShown = ({ handle, previous_handle }: Handles): Handles =>
  presentAs({
    handle: `@${handle}`,
    previous_handle: previous_handle === undefined ? undefined : `@${previous_handle}`,
  })

/** The end of a sentence that names the new handle. */
export const previousSaid = ({ previous_handle }: Handles): Markdown =>
  previous_handle === undefined ? safe('') : md`; ${ref(`@${previous_handle}`)} keeps pointing at you`
