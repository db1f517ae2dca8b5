/** A backup is a sequence of frames: one letter, four bytes of length, and the content. */
export type Frame =
  | { readonly kind: 'head' | 'table' | 'end'; readonly said: any }
  | { readonly kind: 'rows'; readonly bytes: Buffer }

const letters = { head: 'H', table: 'T', rows: 'R', end: 'E' } as const

export function frameOf(frame: Frame): Buffer {
  const content = frame.kind === 'rows' ? frame.bytes : Buffer.from(JSON.stringify(frame.said))
  const head = Buffer.alloc(5)
  head.write(letters[frame.kind], 0, 'latin1')
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

/** Throws when the input ends inside a frame or is no backup. */
export async function* framesIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let left: Buffer = Buffer.alloc(0)
  for await (const some of bytes) {
    left = left.length === 0 ? some : Buffer.concat([left, some])
    let at = 0
    while (left.length - at >= 5 && left.length - at - 5 >= left.readUInt32BE(at + 1)) {
      const end = at + 5 + left.readUInt32BE(at + 1)
      yield frameFrom(left.toString('latin1', at, at + 1), left.subarray(at + 5, end))
      at = end
    }
    left = left.subarray(at)
  }
  if (left.length > 0) throw isLetter(left) ? new Error('the backup ends in the middle') : noBackup()
}

function frameFrom(letter: string, held: Buffer): Frame {
  if (letter === letters.rows) return { kind: 'rows', bytes: held }
  for (const kind of ['head', 'table', 'end'] as const)
    if (letter === letters[kind]) return { kind, said: JSON.parse(held.toString()) }
  throw noBackup()
}

const isLetter = (bytes: Buffer): boolean => Object.values<string>(letters).includes(bytes.toString('latin1', 0, 1))
const noBackup = (): Error => new Error('this is no backup of this service')
