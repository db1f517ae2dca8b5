import { expect } from 'chai'
import { bodies, inputs, lifetimes, sizes } from '../../src/rules/limits.ts'
import { minutes } from '../../src/rules/units.ts'
import { throughEachDoor } from '../support/doors.ts'
import { withCast } from '../support/here.ts'

/** One row of the specification's table of sizes: what fits, and how one more is refused. */
interface Row {
  readonly tool: string
  readonly args: (size: number) => object
  readonly most: number
  readonly refusal: object
  readonly least?: number
}

// SPEC: limit refusals are 429
describe('the sizes, row by row', () => {
  const { server, cast } = withCast()
  let thread: string
  let pad: string
  let blocks: readonly { readonly id: string; readonly rev: number }[]
  let number = 0

  before(async () => {
    const { otto, hub } = cast
    thread = (await otto.does('start_thread', { hub: hub.slug, title: 'Sizes', body: 'How long?' }))['thread_id']
    const paragraphs = Array.from({ length: sizes.edits + 1 }, (_, n) => `Paragraph ${n}.`)
    pad = (await otto.does('create_pad', { hub: hub.slug, title: 'Sizes', text: paragraphs.join('\n\n') }))['pad_id']
  })
  beforeEach(async () => {
    await server.advance(minutes(15))
    const { sections } = await cast.otto.does('open_pad', { pad_id: pad, blocks: true })
    blocks = sections.flatMap((section: { blocks: typeof blocks }) => section.blocks)
  })

  /** Letters that take two places in JavaScript count as one. */
  const long = (size: number): string => {
    const start = `${++number} `
    return start + '𝔁'.repeat(size - start.length)
  }
  const tooLarge = (reason: string, most: number) => ({ error: 'too_large', reason, limit: most, size: most + 1 })
  const schema = { error: 'invalid', reason: 'schema' }

  const rows: Readonly<Record<string, Row>> = {
    // SPEC: Resources and their fields / Hub > title
    // SPEC: Sizes > title 200 characters
    'the title of a hub: 200 characters': {
      tool: 'create_hub',
      args: (size) => ({ title: long(size) }),
      most: sizes.title,
      refusal: tooLarge('title', sizes.title),
    },
    // SPEC: Resources and their fields / Thread > title
    // SPEC: Sizes > title 200 characters
    'the title of a thread: 200': {
      tool: 'start_thread',
      args: (size) => ({ hub: cast.hub.slug, title: long(size), body: long(10) }),
      most: sizes.title,
      refusal: tooLarge('title', sizes.title),
    },
    // SPEC: Sizes > title 200 characters
    // SPEC: Resources and their fields / Pad > title
    'the title of a pad: 200': {
      tool: 'create_pad',
      args: (size) => ({ hub: cast.hub.slug, title: long(size), text: 'Text.' }),
      most: sizes.title,
      refusal: tooLarge('title', sizes.title),
    },
    // SPEC: Sizes > title 200 characters
    'the title of a task: 200': {
      tool: 'create_task',
      args: (size) => ({ thread_id: thread, title: long(size) }),
      most: sizes.title,
      refusal: tooLarge('title', sizes.title),
    },
    // SPEC: Sizes > post 20,000 characters
    'a post: 20,000': {
      tool: 'post_reply',
      args: (size) => ({ thread_id: thread, body: long(size) }),
      most: sizes.post,
      refusal: tooLarge('post', sizes.post),
    },
    // SPEC: Sizes > pad 60,000 characters
    'a pad: 60,000': {
      tool: 'create_pad',
      args: (size) => ({ hub: cast.hub.slug, title: 'Long', text: long(size) }),
      most: sizes.pad,
      refusal: tooLarge('pad', sizes.pad),
    },
    // SPEC: Rulebook timers > read me first
    'Read me first: 4,000': {
      tool: 'update_hub',
      args: (size) => ({ hub: cast.hub.slug, guide: long(size) }),
      most: sizes.guide,
      refusal: tooLarge('guide', sizes.guide),
    },
    // SPEC: Sizes > display name 80
    'the name of a sub-agent: 80': {
      tool: 'mint_subagent',
      args: (size) => ({ name: long(size), threads: [thread] }),
      most: sizes.name,
      refusal: { error: 'too_large', limit: sizes.name, size: sizes.name + 1 },
    },
    // SPEC: Sizes > edit pad edits / inserts
    'edits of one call: 200': {
      tool: 'edit_pad',
      args: (size) => ({
        pad_id: pad,
        edits: blocks.slice(0, size).map(({ id, rev }) => ({ block: id, rev, text: `Anew ${++number}.` })),
      }),
      most: sizes.edits,
      refusal: schema,
    },
    // SPEC: edit pad edits / inserts
    'inserts of one call: 200': {
      tool: 'edit_pad',
      args: (size) => ({
        pad_id: pad,
        inserts: Array.from({ length: size }, () => ({ after: blocks.at(-1)?.id, text: `More ${++number}.` })),
      }),
      most: sizes.inserts,
      refusal: schema,
    },
    'an idempotency key: 8 to 200': {
      tool: 'create_hub',
      args: (size) => ({ title: 'Keyed', idempotency_key: `${++number}`.padEnd(size, 'k') }),
      least: sizes.idempotencyKey.least,
      most: sizes.idempotencyKey.most,
      refusal: schema,
    },
    // SPEC: Sizes > invite 14 days
    'the uses of an invite: 1 to 1,000': {
      tool: 'invite',
      args: (uses) => ({ hub: cast.hub.slug, uses }),
      least: sizes.inviteUses.least,
      most: sizes.inviteUses.most,
      refusal: schema,
    },
    // SPEC: sub-agents 10 live
    'the hours of a sub-agent: 1 to 168': {
      tool: 'mint_subagent',
      args: (hours) => ({ name: 'Timed', threads: [thread], hours }),
      least: 1,
      most: 168,
      refusal: schema,
    },
    'a handle: 3 to 30': {
      tool: 'set_handle',
      args: (size) => ({ handle: 'h'.repeat(size) }),
      least: inputs.handle.least,
      most: inputs.handle.most,
      refusal: schema,
    },
  }

  throughEachDoor((door) => {
    for (const [name, { tool, args, most, refusal, least }] of Object.entries(rows)) {
      it(name, async () => {
        for (const size of [most, ...(least === undefined ? [] : [least])]) {
          const said = await cast.otto.call(tool, args(size), door)
          expect(said.ok, `${size}: ${JSON.stringify(said.error)}`).to.equal(true)
        }
        expect((await cast.otto.call(tool, args(most + 1), door)).error).to.include(refusal)
        if (least !== undefined) expect((await cast.otto.call(tool, args(least - 1), door)).error).to.include(schema)
        await server.sql`update credential set revoked_at = created_at where kind = 'sub_agent_key'`
      })
    }
  })

  // SPEC: Sizes > invite 14 days
  it('an invite: 14 days', async () => {
    const { expires_at } = await cast.otto.does('invite', { hub: cast.hub.slug })
    expect(Date.parse(expires_at) - server.parts.clock.now()).to.be.closeTo(lifetimes.invite, 10_000)
  })

  // SPEC: Sizes > request bodies
  // SPEC: body max 8 kb
  // SPEC: form or json, max
  // SPEC: Web app only > post /api/settings/:op
  describe('request bodies', () => {
    const routes: readonly [path: string, most: number, headers?: () => Record<string, string>][] = [
      ['/api/v1/tools/list_dms', bodies.tools, () => ({ Authorization: `Bearer ${cast.otto.key}` })],
      ['/mcp', bodies.mcp, () => ({ Authorization: `Bearer ${cast.otto.key}`, Accept: 'application/json' })],
      ['/api/settings/credentials', bodies.settings, () => ({ Cookie: cast.ada.session })],
      ['/api/v1/agents/register', bodies.register],
      ['/api/jump-in', bodies.small],
      ['/api/invite/join-guest', bodies.small],
      ['/api/invite-preview', bodies.small],
      ['/api/verify-email', bodies.small],
    ]
    for (const [path, most, headers] of routes) {
      it(`${path}: ${most} bytes`, async () => {
        const post = async (size: number): Promise<number> => {
          const list = path === '/mcp' ? { jsonrpc: '2.0', id: 1, method: 'tools/list' } : {}
          const text = JSON.stringify(list)
          const response = await fetch(server.url + path, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'x-svc': '1', Origin: server.url, ...headers?.() },
            body: text.padEnd(size, ' '),
          })
          await response.arrayBuffer()
          return response.status
        }
        expect(await post(most)).not.to.equal(413)
        expect(await post(most + 1)).to.equal(413)
      })
    }
  })
})
