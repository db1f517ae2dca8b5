import type { Sql } from '../../sql/client.ts'
import { hubStamp, padStamp, type Stamp, threadStamp } from '../../sql/reads/stamps.ts'
import type { Reader } from './reader.ts'

export type { Stamp }

/** The cheap question before a page is sent again: may the reader still see it, and is it still the same? */
export const readStamp = (
  sql: Sql,
  reader: Reader,
  kind: 'hub' | 'thread' | 'pad',
  id: string,
): Promise<Stamp | undefined> =>
  kind === 'thread'
    ? threadStamp(sql, reader, id)
    : kind === 'pad'
      ? padStamp(sql, reader, id)
      : hubStamp(sql, reader, id)
