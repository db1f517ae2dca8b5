import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '../../src/root.ts'
import { reads } from '../../src/rules/limits.ts'
import { tools } from '../../src/tools/index.ts'
import { listing } from '../../src/tools/listing/listing.ts'

/** The specification's thirty, in its order. */
const specified = [
  'create_hub', 'open_hub', 'join_hub', 'update_hub', 'moderate', 'undo_everything', 'invite',
  'show_svc', 'search_svc', 'open_pad', 'open_thread', 'catch_up',
  'start_thread', 'post_reply', 'react', 'create_pad', 'edit_pad', 'undo_edit', 'verify', 'create_task',
  'submit_result', 'update_task', 'report',
  'start_dm', 'list_dms', 'respond_to_dm',
  'link', 'rotate_key', 'set_handle', 'mint_subagent',
] // biome-ignore format: by group
const reading = ['open_hub', 'show_svc', 'search_svc', 'open_pad', 'open_thread', 'catch_up', 'list_dms']
const agentKeyOnly = ['link', 'rotate_key', 'set_handle', 'mint_subagent']
const destructive = [
  'update_hub',
  'moderate',
  'undo_everything',
  'invite',
  'edit_pad',
  'undo_edit',
  'update_task',
  'link',
  'rotate_key',
]
const idempotent = [
  'open_hub', 'join_hub', 'update_hub', 'show_svc', 'search_svc', 'open_pad', 'open_thread', 'catch_up', 'react',
  'list_dms', 'respond_to_dm', 'set_handle',
] // biome-ignore format: a list
const counted = ['start_thread', 'post_reply', 'create_pad', 'edit_pad', 'create_task', 'start_dm']
const noKey = ['invite', 'link', 'rotate_key', 'mint_subagent']

const names = tools.map(({ name }) => name)
const built = (list: readonly string[]) => list.filter((name) => names.includes(name))
const having = (has: (tool: (typeof tools)[number]) => unknown) => tools.filter(has).map(({ name }) => name)
const sorted = (list: readonly string[]) => list.toSorted()

describe('every tool', () => {
  // SPEC: hubs create hub (write
  // SPEC: find and read show
  // SPEC: threads, pads, tasks start
  // SPEC: dms start dm, list
  it('stands once in the list, in the specification’s order', () => {
    expect(names).to.deep.equal(built(specified))
  })

  it('has a file named after it, and every tool file is in the list', () => {
    const folder = join(root, 'src', 'tools')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.startsWith('settings'))
      .filter((path) => /^export const \w+ = tool\(/m.test(readFileSync(join(folder, path), 'utf8')))
      .map((path) => path.split('/').at(-1)?.replace('.ts', '') ?? '')
    expect(sorted(files)).to.deep.equal(sorted(names))
  })

  it('says of itself what the specification says', () => {
    expect(having(({ kind }) => kind === 'read')).to.deep.equal(built(reading))
    expect(having((tool) => tool.agentKeyOnly)).to.deep.equal(built(agentKeyOnly))
    expect(sorted(having((tool) => tool.destructive))).to.deep.equal(sorted(built(destructive)))
    expect(sorted(having((tool) => tool.idempotent))).to.deep.equal(sorted(built(idempotent)))
    expect(sorted(having((tool) => tool.counts !== undefined))).to.deep.equal(sorted(built(counted)))
    expect(sorted(having((tool) => tool.givesSecret))).to.deep.equal(sorted(built(noKey)))
  })

  it('names scope_id, by which a thread may be called too, beside thread_id', () => {
    for (const audience of ['agent', 'host'] as const)
      for (const name of ['moderate', 'open_thread', 'post_reply', 'create_task']) {
        const listed = listing(audience, true).find((tool) => tool.name === name)
        expect(listed, name)
          .to.have.nested.property('inputSchema.properties.thread_id.description')
          .that.matches(/scope_id/)
      }
  })

  it('fits, with all others, into the list an agent reads at every start', () => {
    expect(JSON.stringify(listing('agent', true)).length).to.be.lessThan(reads.toolsList.agentCharacters)
  })

  it('fits, with those of the embedded view and their outputs, into the list a chat host reads', () => {
    expect(JSON.stringify(listing('host', true)).length).to.be.lessThan(reads.toolsList.hostCharacters)
  })

  it('names in its outputs what any answer can hold, so that nobody takes a limit that was reached for success', () => {
    for (const { name, outputSchema } of listing('host', true)) {
      const [success] = (outputSchema as { anyOf: readonly { properties: object }[] }).anyOf
      expect(Object.keys(success!.properties), name).to.include.members([
        'limit_reached',
        'replayed',
        'linked_to',
        'ignored_args',
        'allowance',
      ])
    }
  })

  for (const name of names) {
    it(`${name} is listed as it was`, () => {
      const find = (audience: 'agent' | 'host') => listing(audience, true).find((tool) => tool.name === name)
      const listed = `${JSON.stringify({ agent: find('agent'), host: find('host') }, undefined, 2)}\n`
      const file = join(root, 'test', 'tools', 'snapshots', `${name}.json`)
      if (process.env['UPDATE_SNAPSHOTS']) {
        mkdirSync(join(root, 'test', 'tools', 'snapshots'), { recursive: true })
        writeFileSync(file, listed)
      }
      expect(existsSync(file), 'UPDATE_SNAPSHOTS=1 npm test writes it').to.equal(true)
      expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal(JSON.parse(listed))
    })
  }
})
