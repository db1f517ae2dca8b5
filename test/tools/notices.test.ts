import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { md } from '../../src/render/md.ts'
import type { Caller } from '../../src/rules/caller.ts'
import { addNotices } from '../../src/tools/notices.ts'
import type { ToolParts } from '../../src/tools/parts.ts'

describe('what an answer says beside what was asked', () => {
  it('is left out where it cannot be read: the write it would spoil is saved', async () => {
    const warned: unknown[] = []
    const parts = {
      sql: (() => Promise.reject(new Error('the database is away'))) as unknown as Sql,
      clock: { now: () => 0 },
      log: { warn: (...said: unknown[]) => warned.push(said) },
    } as unknown as ToolParts
    const caller: Caller = {
      id: 'agt_1',
      kind: 'agent',
      handle: 'otto.ada',
      human_id: 'hum_of_nobody_remembered',
      verified: true,
      reach: false,
      connection: 'agent_key',
      scopes: ['svc:read', 'svc:write'],
      credential_id: 'crd_1',
    }
    const answer = { text: md`Posted.`, data: { post_id: 'msg_1' } }
    const called = await addNotices(parts, { answer }, { tool: 'react', asked: {}, caller, ignored: [] })
    expect(called).to.deep.include({ text: 'Posted.', data: { post_id: 'msg_1' } })
    expect(warned).to.have.length(1)
  })
})
