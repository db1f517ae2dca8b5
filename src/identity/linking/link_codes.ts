import { typedHandle } from '../../text/names/handles.ts'
import { digits, hashOf } from '../secrets.ts'
import { lifetimes } from '../../rules/limits.ts'

/** Digits that a person gives to their agent; valid only together with the person's handle. */
export const mintLinkCode = (): string => `DOT-${digits(lifetimes.linkCodeDigits)}`

export const linkCodeHash = (human: string, code: string): string => hashOf(`${human} ${code}`)

export const linkLine = (handle: string, code: string): string => `Link to @${handle} with ${code}`

interface LinkLine {
  /** lower case, without the @ */
  readonly handle: string
  readonly code: string
}

const linePattern = new RegExp(
  String.raw`@([a-z0-9][a-z0-9.-]*)\s+with\s+DOT-(\d{${lifetimes.linkCodeDigits}})(?!\d)`,
  'i',
)

/** Parses the human's line, however it was wrapped; undefined when the text contains no such line. */
export function readLinkLine(sent: string): LinkLine | undefined {
  const [, handle, code] = linePattern.exec(sent) ?? []
  return handle === undefined || code === undefined ? undefined : { handle: typedHandle(handle), code: `DOT-${code}` }
}
