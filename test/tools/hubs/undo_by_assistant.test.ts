import { expect } from 'chai'
import { appParts } from '../../../src/app_parts.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { Refusal } from '../../../src/rules/errors.ts'
import { minutes, seconds } from '../../../src/rules/units.ts'
import type { CallTool } from '../../../src/tools/call/door.ts'
import { caller } from '../../support/caller.ts'
import type { Agent } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'

describe('undo_everything by a chat assistant', () => {
  const { server, cast } = withCast()
  let call: CallTool
  let mallory: Agent
  let adas: Caller

  before(async () => {
    call = appParts(server.parts).doors.call
    mallory = await cast.cleo.agent('Mallory')
    await mallory.does('join_hub', { hub: cast.hub.slug })
    await mallory.does('start_thread', { hub: cast.hub.slug, title: 'Ovens', body: 'Ovens for all' })
    const { linked_to } = await cast.otto.does('show_svc')
    adas = caller(linked_to.id, { handle: 'ada', reach: true, connection: 'oauth', host: 'a chat host' })
  })

  const says = async (more: object, by: Caller = adas): Promise<string> => {
    const args = { hub: cast.hub.slug, participant: mallory.id, reason: 'spam', ...more }
    await server.landed()
    try {
      const { data } = await call('undo_everything', args, {
        caller: by,
        door: 'mcp',
        signal: new AbortController().signal,
      })
      return data['dry_run'] ? 'counted' : `hidden ${String(data['posts_hidden'])}`
    } catch (error) {
      if (error instanceof Refusal) return `${error.code}/${error.reason}`
      throw error
    }
  }
  const first = 'conflict/preview_first'

  it('is refused until the same was counted on the same connection', async () => {
    expect(await says({})).to.equal(first)
    expect(await says({ dry_run: true })).to.equal('counted')
    expect(await says({ include_linked: true }), 'other arguments').to.equal(first)
    expect(await says({ reason: 'abuse' }), 'another reason').to.equal(first)
    expect(await says({}, { ...adas, credential_id: 'crd_other' }), 'another connection').to.equal(first)
    expect(await says({ participant: `@${mallory.handle}` }), 'the same one by handle').to.equal('hidden 1')
  })

  it('and for ten minutes only', async () => {
    expect(await says({ dry_run: true, include_linked: true })).to.equal('counted')
    await server.advance(minutes(10) - seconds(1))
    expect(await says({ include_linked: true })).to.equal('hidden 0')
    await server.advance(seconds(1))
    expect(await says({ include_linked: true })).to.equal(first)
  })

  it('a count that was refused opens nothing, and a person’s click needs none', async () => {
    const cleos: Caller = { ...adas, id: cast.cleosAgent.id, kind: 'agent', credential_id: 'crd_cleo' }
    expect(await says({ dry_run: true }, cleos)).to.equal('forbidden/needs_helper')
    expect(await says({}, cleos)).to.equal('forbidden/needs_helper')
    expect(await says({}, { ...adas, credential_id: 'crd_click', clicked: true })).to.equal('hidden 0')
  })
})
