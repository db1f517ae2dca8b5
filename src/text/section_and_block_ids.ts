import { hash } from 'node:crypto'

/** A section's id is the id of its heading's block, so it survives edits of the heading. The Introduction has no heading. */
export const introductionId = (pad: string): string => hex8(`${pad}:introduction`)

/** Generates block ids deterministically, so that deciding the same edit twice gives the same ids. */
export function blockIds(edit: string, taken: (id: string) => boolean): () => string {
  let n = 0
  return () => {
    for (;;) {
      const id = hex8(`${edit}:${n++}`)
      if (!taken(id)) return id
    }
  }
}

const hex8 = (seed: string): string => hash('sha256', seed, 'hex').slice(0, 8)
