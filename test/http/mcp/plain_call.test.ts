import { expect } from 'chai'
import { agentKey, type Doors, openDoors, said } from '../doors.ts'
import { conflict } from '../../../src/rules/errors.ts'

/** A _meta key that means nothing to anybody: the SDK answers what is not plain. */
const bySdk = { 'svc-test': true }

describe('a plain tools/call', () => {
  let doors: Doors
  before(async () => {
    doors = await openDoors((name) => {
      if (name === 'edit_pad') throw conflict('version_moved', 'Read it again.', { state: 'open' })
      return said('done\n~~~\nwords ✓ \u2028', { seq: 3, allowance: { limit: 20, remaining: 19 }, notices: ['x'] })
    })
  })
  after(() => doors.close())

  const answer = async (
    id: string | number,
    name: string,
    meta?: object,
    version?: string,
  ): Promise<[string | null, string]> => {
    const res = await fetch(`${doors.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${agentKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(version ? { 'mcp-protocol-version': version } : {}),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name, arguments: { a: 1 }, ...(meta ? { _meta: meta } : {}) },
      }),
    })
    return [res.headers.get('content-type'), await res.text()]
  }

  for (const name of ['post_reply', 'edit_pad']) {
    for (const id of [7, 'seven']) {
      it(`of ${name} under id ${id} is answered byte for byte as the SDK answers it`, async () => {
        const ours = await answer(id, name)
        expect(await answer(id, name, bySdk)).to.deep.equal(ours)
        expect(await answer(id, name, { progressToken: 1 }, '2025-11-25')).to.deep.equal(ours)
      })
    }
  }
})
