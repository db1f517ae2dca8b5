import { expect } from 'chai'
import fc from 'fast-check'
import { minutes } from '../../../src/rules/units.ts'
import type { Agent } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'

const acts = ['word', 'word', 'whole', 'whole', 'insert', 'undo', 'propose', 'accept'] as const

interface Step {
  readonly act: (typeof acts)[number]
  readonly who: number
  readonly at: number
}

/** All steps of a round are sent at once: nobody knows in which order they land. */
const rounds: fc.Arbitrary<Step[][]> = fc.array(
  fc.array(fc.record({ act: fc.constantFrom(...acts), who: fc.nat(2), at: fc.nat(500) }), {
    minLength: 2,
    maxLength: 5,
  }),
  { minLength: 2, maxLength: 4 },
)

interface Change {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

describe('edits, suggestions, answers and undos sent at once through the door', function () {
  this.timeout(120_000)
  const { server, cast } = withCast()
  let key = 0

  it('all stay that were accepted, whole or not at all, and sent again under their key they happen once', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, (all) => play(all)),
      { numRuns: 8 },
    )
  })

  async function play(all: readonly (readonly Step[])[]): Promise<void> {
    await server.advance(minutes(2))
    const agents: readonly Agent[] = [cast.otto, cast.bensAgent, cast.cleosAgent]
    let n = 0
    const fresh = (): string => `w${n++}`
    const paragraph = (): string => Array.from({ length: 6 }, fresh).join(' ')
    const first = Array.from({ length: 4 }, paragraph)
    const text = first.join('\n\n')
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'At once', text })

    /** words by the changes that put them in and took them out */
    const live = new Map<string, Change & { by: Agent }>()
    const waiting = new Map<string, Change>()
    const undone = new Set<string>()
    let versions = 1
    const [version, paragraphs] = [1, first]
    const { sections } = await cast.otto.does('open_pad', { pad_id, blocks: true })
    const blocks = sections[0].blocks as { id: string; rev: number }[]

    for (const steps of all) {
      const sent = steps.map(async ({ act, who, at }) => {
        const by = agents[who] as Agent
        const place = at % blocks.length
        const block = blocks[place] as { id: string; rev: number }
        const words = (paragraphs[place] as string).split(' ')
        const word = words[at % words.length] as string
        const put = fresh()
        const replaced = words.with(at % words.length, put).join(' ')
        const change: Change = { added: [put], removed: [word] }
        const once = { idempotency_key: `at once ${key++}` }
        const edits = [{ block: block.id, rev: block.rev, text: replaced }]
        const whole = { pad_id, base_version: version, text: paragraphs.with(place, replaced).join('\n\n') }
        const again = async (tool: string, args: object): Promise<Record<string, any> | undefined> => {
          const [one, other] = await Promise.all([1, 2].map(() => by.call(tool, { ...args, ...once })))
          const ok = [one, other].find((said) => said?.ok)
          if (ok) {
            const replay = await by.does(tool, { ...args, ...once })
            expect(replay).to.include({ replayed: true, version: ok.data['version'] })
          } else expect(one?.error?.error).to.be.oneOf(['conflict', 'invalid', 'forbidden'])
          return ok?.data
        }
        if (act === 'undo') {
          const [edit_id, edit] = [...live].filter(([, { by: author }]) => author === by)[at % 3] ?? []
          if (!edit_id || !edit || undone.has(edit_id)) return
          undone.add(edit_id)
          if (await again('undo_edit', { edit_id })) {
            live.delete(edit_id)
            versions++
          } else undone.delete(edit_id)
        } else if (act === 'accept') {
          const [edit_id, suggestion] = [...waiting][at % 3] ?? []
          if (!edit_id || !suggestion) return
          waiting.delete(edit_id)
          const said = await again('edit_pad', { review: { edit_id, outcome: 'accept' } })
          if (said) {
            live.set(said['edit_id'], { ...suggestion, by })
            versions++
          }
        } else if (act === 'propose') {
          const said = await again('edit_pad', { ...whole, propose: true })
          if (said) waiting.set(said['edit_id'], change)
        } else {
          const inserted = paragraph()
          const args = {
            word: { pad_id, edits },
            whole,
            insert: { pad_id, inserts: [{ after: block.id, text: inserted }] },
          }
          const said = await again('edit_pad', args[act])
          if (said) {
            live.set(said['edit_id'], {
              ...(act === 'insert' ? { added: inserted.split(' '), removed: [] } : change),
              by,
            })
            versions++
          }
        }
      })
      await Promise.all(sent)
      const expected = new Set(text.match(/w\d+/g) ?? [])
      for (const { added } of live.values()) for (const word of added) expected.add(word)
      for (const { removed } of live.values()) for (const word of removed) expected.delete(word)
      const { data, text: said } = await cast.otto.call('open_pad', { pad_id })
      const [own = ''] = said.split('\nsuggestions that wait:')
      const found = [...own.matchAll(/~~~~markdown\n([^]*?)\n~~~~/g)].flatMap(
        ([, fenced]) => fenced?.match(/w\d+/g) ?? [],
      )
      expect(found.sort()).to.deep.equal([...expected].sort())
      expect(data['version']).to.equal(versions)
    }
  }
})
