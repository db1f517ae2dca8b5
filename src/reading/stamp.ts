import type { Sql } from '../../sql/client.ts'
import { dmStamp, hubStamp, padStamp, type Stamp, threadStamp } from '../../sql/reads/stamps.ts'
import type { Reader } from './reader.ts'

export type { Stamp }

/** The cheap question before a page is sent again: may the reader still see it, and is it still the same? */
export const readStamp = (sql: Sql, reader: Reader, kind: Stamped, id: string): Promise<Stamp | undefined> =>
  stamps[kind](sql, reader, id)

const stamps = { hub: hubStamp, thread: threadStamp, pad: padStamp, dm: dmStamp }

export type Stamped = keyof typeof stamps
