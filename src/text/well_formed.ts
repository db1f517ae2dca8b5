/** What is wrong with one argument. */
export interface Issue {
  /** dotted, as in `edits.3.text` */
  readonly path: string
  readonly message: string
}

/**
 * Finds strings that cannot be stored: a lone surrogate has no UTF-8 form, and PostgreSQL stores no NUL. Checks every
 * string of the arguments, keys too. Iterative, because arguments may be nested 20,000 deep.
 */
export function wellFormed(fields: Readonly<Record<string, unknown>>): Issue[] {
  const found: Issue[] = []
  const left: Branch[] = [{ value: fields }]
  for (let branch = left.pop(); branch && found.length < mostReported; branch = left.pop()) {
    const { value } = branch
    if (typeof value === 'string') {
      const message = fault(value)
      if (message) found.push({ path: pathOf(branch), message })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const message = fault(key)
        if (message) found.push({ path: pathOf(branch), message: `has an argument whose name ${message}` })
        else if (typeof inner === 'string' || typeof inner === 'object')
          left.push({ value: inner, key, within: branch })
      }
    }
  }
  return found
}

interface Branch {
  readonly value: unknown
  readonly key?: string
  readonly within?: Branch
}

const mostReported = 10
/** segments; the path is read by a person or a model */
const longestPath = 8

const loneSurrogate = /\p{Surrogate}/u

/** Whether a string can be stored: without lone surrogates and NUL. */
export const isWellFormed = (text: string): boolean => fault(text) === undefined

function fault(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL character'
  return loneSurrogate.test(text) ? 'holds half of a surrogate pair, which is no character' : undefined
}

function pathOf(branch: Branch): string {
  const keys: string[] = []
  for (let at: Branch | undefined = branch; at; at = at.within) if (at.key !== undefined) keys.push(at.key)
  return keys.reverse().slice(0, longestPath).join('.')
}
