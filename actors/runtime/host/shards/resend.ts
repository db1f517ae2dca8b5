import { standingOutbox } from '../../../../sql/runtime/outbox.ts'
import type { Sql } from '../../../../sql/client.ts'
import { markedResent } from '../../wire/envelope.ts'
import type { HostParts } from '../host_parts.ts'
import { shardOf } from '../../wire/mailbox.ts'
import { outboxResend } from '../../numbers.ts'

/** Resends what remains in the outbox of the owned shards: the first sending was lost, or the mailbox was full. */
export async function resendOutbox(host: HostParts, sql: Sql): Promise<void> {
  const shards = [...host.shards.keys()]
  if (shards.length === 0) return
  const rows = await standingOutbox(sql, shards, outboxResend.after, outboxResend.most)
  host.counts.tells_again += rows.length
  await Promise.all(rows.map(({ target, body }) => host.send(shardOf(target), markedResent(body))))
}
