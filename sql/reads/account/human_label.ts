import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, recordsByKey } from '../../client.ts'

interface HumanLabel {
  readonly name: Untrusted
  readonly handle: string
}

export const humanLabels = (sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, HumanLabel>> =>
  recordsByKey<HumanLabel>(sql`
    select id as key, name, handle from participant where id = any (${ids}::text[])`)
