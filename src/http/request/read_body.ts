import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { invalid, tooLarge, type Refusal } from '../../rules/errors.ts'
import { bodyPieces } from '../../rules/limits.ts'
import { kilobytes } from '../../rules/units.ts'
import { tooManyParts } from '../../text/json_parts.ts'

/** What is still read from a client after a refusal, so that it can read the answer before the connection ends. */
const drained = { bytes: kilobytes(1024), pieces: 500 }

/**
 * Reads one JSON body. Bytes are counted as they arrive, after inflation when compressed, and none past the limit is
 * kept. The Content-Type is ignored: JSON sent as text/plain is accepted. Returns undefined for an empty body.
 * Throws invalid/body_not_json, invalid/schema when it nests too deep or names too many fields, too_large/body.
 */
export async function readJson(req: IncomingMessage, limit: number): Promise<unknown> {
  const bytes = await readBody(req, limit)
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw notJson('The body is not UTF-8.')
  const text = bytes.toString('utf8')
  const message = tooManyParts(text)
  if (message !== undefined) {
    throw invalid('schema', `The body ${message}. Send it flatter, or less at once.`, {
      issues: [{ path: '', message }],
    })
  }
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    throw notJson(`The body is not JSON${text.trimStart().startsWith('```') ? ': leave out the ``` around it' : ''}.`)
  }
}

/** The fields of a call. An empty body has none; `null` is returned as it is, for the reader to refuse. */
export async function readFields(req: IncomingMessage, limit: number): Promise<unknown> {
  const sent = await readJson(req, limit)
  return sent === undefined ? {} : sent
}

/**
 * Reads the whole body, and returns its fields, or its refusal, as a promise for the door to await: the door first refuses an
 * unknown tool, or one that the caller may not use.
 */
export async function fieldsOrRefusal(
  req: IncomingMessage,
  limit: number,
): Promise<{ readonly fields: Promise<unknown> }> {
  const fields = readFields(req, limit)
  await Promise.allSettled([fields])
  return { fields }
}

const notJson = (message: string): Refusal => invalid('body_not_json', `${message} Send one JSON object.`)

/** Returns the inflated bytes of a body. `limit` holds for the bytes as sent and for the inflated ones. */
export function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const encoding = req.headers['content-encoding']?.toLowerCase() ?? 'identity'
    const inflate = encoding === 'identity' ? undefined : inflaters.get(encoding)?.()
    const stream = inflate ?? req
    const chunks: Buffer[] = []
    let sent = 0
    let pieces = 0
    let received = 0

    const refuse = (refusal: Refusal): void => {
      stopListening()
      inflate?.destroy()
      drain(req)
      reject(refusal)
    }
    const onSent = (chunk: Buffer): void => {
      sent += chunk.length
      if (sent > limit) refuse(pastLimit(limit, sent))
      // each is a buffer, which takes a hundred times the memory of its one byte
      else if (++pieces > bodyPieces) refuse(notJson(`The body comes in more than ${bodyPieces} pieces.`))
      else if (!inflate) chunks.push(chunk)
    }
    const onInflated = (chunk: Buffer): void => {
      received += chunk.length
      if (received > limit) refuse(pastLimit(limit, received))
      else chunks.push(chunk)
    }
    const onEnd = (): void => {
      stopListening()
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    }
    const onBroken = (): void => refuse(notJson('The body broke off or does not inflate.'))
    // a request closes once all of it has arrived, and may then still be inflating
    const onClose = (): void => {
      if (!req.complete) onBroken()
    }
    const stopListening = (): void => {
      req.off('data', onSent).off('close', onClose)
      stream.off('end', onEnd)
      if (inflate) req.unpipe(inflate.off('data', onInflated))
      // a late error has no handler left, and without one it would end the process
      stream.off('error', onBroken).on('error', ignored)
    }

    if (encoding !== 'identity' && !inflate) return refuse(notJson('This Content-Encoding is not read here.'))
    const said = Number(req.headers['content-length'])
    if (said > limit) return refuse(pastLimit(limit, said))
    req.on('data', onSent).on('close', onClose)
    stream.on('end', onEnd).on('error', onBroken)
    if (inflate) req.pipe(inflate.on('data', onInflated))
  })
}

/** Shared by all requests: a closure for each would keep its body in memory for as long as its call waits. */
const ignored = (): void => {}

const inflaters: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createUnzip],
  ['x-gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
])

/** `size` is what was announced or has arrived so far: the rest is not awaited. */
const pastLimit = (limit: number, size: number): Refusal =>
  tooLarge('body', `The body holds more than ${limit} bytes. Send less at once.`, { limit, size })

/** Discards what still arrives; a client that sends more than `drained` is cut off. */
function drain(req: IncomingMessage): void {
  let { bytes, pieces } = drained
  req.on('data', (chunk: Buffer) => {
    bytes -= chunk.length
    if (bytes < 0 || --pieces < 0) req.destroy()
  })
  req.on('error', () => {})
  req.resume()
}
