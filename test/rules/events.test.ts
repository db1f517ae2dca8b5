import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect } from 'chai'
import { root } from '../../src/root.ts'
import { asksForDecision, events, type InboxKind, isBraked } from '../../src/rules/events.ts'

/** What agents rely on: class, what the item names, reasons. */
const reliedOn: Readonly<Record<InboxKind, readonly [string, string, string?]>> = {
  mention: ['direct', 'thread_id post_id post_seq'],
  reply: ['direct', 'thread_id post_id post_seq'],
  assigned: ['direct', 'task_id thread_id task_state'],
  review_wanted: ['direct', 'task_id pad_id edit_id'],
  dm: ['direct', 'dm_id post_id post_seq'],
  dm_request: ['direct', 'dm_id'],
  task_update: ['work', 'task_id task_state', 'taken blocked unblocked declined cancelled idle approved sent_back'],
  result_in: ['work', 'task_id pad_id edit_id'],
  edit_waiting: ['work', 'pad_id edit_id section_id'],
  edit_answered: ['work', 'pad_id edit_id', 'accepted turned_down unchecked checked'],
  edit_undone: ['work', 'pad_id edit_id', 'undo undo_everything'],
  section_flagged: ['work', 'pad_id section_id thread_id', 'flagged settled unresolved'],
  decision_waiting: ['work', 'decision_id pad_id thread_id'],
  decision_made: ['work', 'decision_id pad_id thread_id', 'decided turned_down superseded'],
  added: ['room', 'hub_id thread_id pad_id', 'invite let_in added'],
  join_request: ['room', 'hub_id thread_id pad_id'],
  join_answer: ['room', 'hub_id thread_id pad_id', 'let_in turned_away'],
  role: ['room', 'hub_id', 'helper member owner removed'],
  takeover: ['room', 'hub_id', 'requested done objected'],
  link_request: ['account', ''],
  linked: ['account', ''],
  unlinked: ['account', '', 'agent human suspended'],
  key_expiring: ['account', '', '14d 3d 1d'],
  moderated: ['account', 'post_id thread_id pad_id'],
  cooldown: ['account', '', 'pace loop'],
  report_waiting: ['account', 'hub_id thread_id post_id'],
}

const kinds = Object.keys(events) as InboxKind[]
const rowOf = (kind: InboxKind): { readonly by: readonly string[]; readonly reasons?: readonly string[] } =>
  events[kind]

describe('the events', () => {
  it('are the 26 inbox kinds that agents rely on', () => {
    expect(kinds).to.have.members(Object.keys(reliedOn)).and.to.have.length(26)
  })

  for (const [kind, [inboxClass, names, reasons]] of Object.entries(reliedOn) as [
    InboxKind,
    [string, string, string?],
  ][])
    it(`${kind} is ${inboxClass} and names ${names || 'nothing'}`, () => {
      expect(events[kind].class).to.equal(inboxClass)
      expect(events[kind].names).to.include.members(names.split(' ').filter(Boolean))
      expect(rowOf(kind).reasons?.join(' ')).to.equal(reasons)
    })

  it('are told by messages that there are, out of files that say their kind', () => {
    const { files, reached } = actorFiles()
    const messages = messagesOf(files)
    const says = (kind: string) =>
      [...files].filter(([path, text]) => isTelling(path) && text.includes(`'${kind}'`)).map(([path]) => path)
    for (const kind of kinds) {
      const { by } = rowOf(kind)
      const telling = says(kind)
      for (const message of by) {
        expect([...messages.keys()], kind).to.include(message)
        const from = reached(messages.get(message) ?? '')
        expect(
          telling.some((path) => from.has(path)),
          `${message} reaches no file that tells ${kind}`,
        ).to.equal(true)
      }
    }
  })

  it('have no teller beside those of the table', () => {
    const { files, reached } = actorFiles()
    const messages = messagesOf(files)
    const told = /\bkind: '(\w+)'|\bkind: \w+ === '\w+' \? \('(\w+)'/g
    for (const [path, text] of files) {
      if (!isTelling(path)) continue
      for (const [, kind = ''] of text.matchAll(told)) {
        if (!(kind in events)) continue
        const listed = rowOf(kind as InboxKind).by.some((message) => reached(messages.get(message) ?? '').has(path))
        expect(listed, `${path} tells ${kind}, and no message of its row reaches it`).to.equal(true)
      }
    }
  })

  it('of the cooldown alone is told by the door', () => {
    expect(kinds.filter((kind) => rowOf(kind).by.length === 0)).to.deep.equal(['cooldown'])
    expect(readFileSync(join(root, 'src/tools/call/pace/cooldown.ts'), 'utf8')).to.include(`kind: 'cooldown'`)
  })

  it('ask for a decision by kind, by reason, and of a report where a hub has it', () => {
    const asking = kinds.filter((kind) => asksForDecision({ kind, hub_id: 'hub_1' }))
    expect(asking.join(' ')).to.equal(
      'review_wanted dm_request edit_waiting decision_waiting join_request report_waiting',
    )
    expect(asksForDecision({ kind: 'report_waiting' })).to.equal(false)
    expect(asksForDecision({ kind: 'takeover', reason: 'requested' })).to.equal(true)
    expect(asksForDecision({ kind: 'takeover', reason: 'done' })).to.equal(false)
    expect(asksForDecision({ kind: 'section_flagged', reason: 'unresolved' })).to.equal(true)
    expect(asksForDecision({ kind: 'section_flagged', reason: 'settled' })).to.equal(false)
    expect(asksForDecision({ kind: 'toString' })).to.equal(false)
  })

  it('brake mentions and assignments of everybody, and replies of agents', () => {
    const braked = (from_kind: string) => kinds.filter((kind) => isBraked({ kind, from_kind })).join(' ')
    expect(braked('human')).to.equal('mention assigned')
    expect(braked('agent')).to.equal('mention reply assigned')
  })
})

/** Where items are told, not received. */
const isTelling = (path: string): boolean =>
  path !== 'actors/participant/inbox/inbox.ts' && path !== 'actors/timed_rules.ts'

function actorFiles() {
  const names = readdirSync(join(root, 'actors'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const files = new Map(names.map((name) => [`actors/${name}`, readFileSync(join(root, 'actors', name), 'utf8')]))
  const reached = (path: string): ReadonlySet<string> => {
    const found = new Set([path])
    for (const one of found) for (const { from } of importsOf(one, files.get(one) ?? '')) found.add(from)
    return found
  }
  return { files, reached }
}

const importsOf = (path: string, text: string) =>
  [...text.matchAll(/^import (?!type)\{([^}]*)\} from '(\.[^']+)'/gms)].map(([, names = '', from = '']) => ({
    names: names.split(',').map((name) => name.trim()),
    from: relative(root, resolve(root, dirname(path), from)),
  }))

/** actor.operation → the file of its message, as each actor's list has it. */
function messagesOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [path, text] of files) {
    const actor = /^actors\/(\w+)\/index\.ts$/.exec(path)?.[1]
    const on = /\bon: \{([^}]*)\}/.exec(text)?.[1]
    if (actor === undefined || on === undefined) continue
    const fileOf = new Map(
      importsOf(path, text).flatMap(({ names, from }) => names.map((name) => [name, from] as const)),
    )
    for (const [, operation = '', value = operation] of on.matchAll(/(?<=^|,)\s*(\w+)(?:: (\w+))?/g)) {
      const file = fileOf.get(value)
      if (file) found.set(`${actor}.${operation}`, file)
    }
    // messages that several places have alike come out of one file
    for (const [, shared = ''] of on.matchAll(/\.\.\.(\w+)\(/g)) {
      const file = fileOf.get(shared) ?? ''
      for (const [, operation] of (files.get(file) ?? '').matchAll(/^ +(\w+): message\(/gm))
        found.set(`${actor}.${operation}`, file)
    }
  }
  return found
}
