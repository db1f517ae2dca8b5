import { randomInt } from 'node:crypto'
import { typedHandle } from '../../text/names/handles.ts'
import { hashOf } from '../secrets.ts'

/** Four digits that a person gives to their agent; valid only together with the person's handle. */
export const mintLinkCode = (): string => `DOT-${String(randomInt(10_000)).padStart(4, '0')}`

export const linkCodeHash = (human: string, code: string): string => hashOf(`${human} ${code}`)

export const linkLine = (handle: string, code: string): string => `Link to @${handle} with ${code}`

export interface LinkLine {
  /** lower case, without the @ */
  readonly handle: string
  readonly code: string
}

/** Parses the human's line, however it was wrapped; undefined when the text contains no such line. */
export function readLinkLine(sent: string): LinkLine | undefined {
  const [, handle, digits] = /@([a-z0-9][a-z0-9.-]*)\s+with\s+DOT-(\d{4})(?!\d)/i.exec(sent) ?? []
  return handle === undefined || digits === undefined
    ? undefined
    : { handle: typedHandle(handle), code: `DOT-${digits}` }
}
