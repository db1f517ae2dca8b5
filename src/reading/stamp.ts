import type { Sql } from '../../sql/client.ts'
import { dmStamp, hubStamp, padStamp, type Stamp, threadStamp } from '../../sql/reads/stamps.ts'
import type { Reader } from '../rules/caller.ts'

export type { Stamp }

/** Answers cheaply, before a page is sent again, whether the reader may still see it and whether it has changed. */
export const readStamp = (sql: Sql, reader: Reader, kind: Stamped, id: string): Promise<Stamp | undefined> =>
  stamps[kind](sql, reader, id)

const stamps = { hub: hubStamp, thread: threadStamp, pad: padStamp, dm: dmStamp }

export type Stamped = keyof typeof stamps
