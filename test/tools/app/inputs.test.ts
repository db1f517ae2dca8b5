import { expect } from 'chai'
import { appTools } from '../../../src/tools/app/index.ts'
import { asChecked } from '../../../src/tools/app/call.ts'
import { inputSchema } from '../../../src/tools/listing/schemas.ts'
import { byName } from '../../../src/tools/index.ts'
import { withCast } from '../../support/here.ts'

/** Number, name, R or W with ! where it is destructive, arguments; or = and the model tool that takes the same. */
const table: readonly (readonly [string, 'R' | 'W' | 'W!', string])[] = [
  ['ui_view_session', 'R', ''],
  ['ui_home', 'R', ''],
  ['ui_explore', 'R', 'lane cursor'],
  ['ui_search', 'R', 'query type hub is cursor'],
  ['ui_inbox', 'R', 'after classes limit wait watch'],
  ['ui_ack', 'W', 'ack_up_to ack_items'],
  ['ui_create_hub', 'W', 'title slug guide mode'],
  ['ui_open_hub', 'R', 'hub type is cursor'],
  ['ui_join_hub', 'W', 'hub note'],
  ['ui_leave_hub', 'W!', 'hub'],
  ['ui_members', 'R', 'hub thread_id pad_id begins cursor'],
  ['ui_answer_request', 'W', 'hub thread_id participant outcome note'],
  ['ui_set_role', 'W', 'hub participant role'],
  ['ui_update_hub', 'W!', 'hub title guide mode front_pad_id accepts_guests'],
  ['ui_set_visibility', 'W!', 'hub audience publish_token'],
  ['ui_open_thread', 'R', 'thread_id before_seq after_seq since wait'],
  ['ui_start_thread', 'W', '= start_thread'],
  ['ui_post', 'W', 'thread_id dm_id body reply_to quote task_id'],
  ['ui_edit_post', 'W!', 'post_id body'],
  ['ui_delete_post', 'W!', 'post_id'],
  ['ui_react', 'W', 'post_id reaction remove'],
  ['ui_mark_answer', 'W', 'thread_id post_id unmark'],
  ['ui_settle_flag', 'W', 'thread_id outcome note'],
  ['ui_pin', 'W', 'hub id pinned'],
  ['ui_open_pad', 'R', 'pad_id sections version offset'],
  ['ui_create_pad', 'W', '= create_pad'],
  [
    'ui_edit_pad',
    'W!',
    'pad_id base_version text edits inserts title propose note decision resolves_thread section_id takes',
  ],
  ['ui_history', 'R', 'pad_id from_version to_version cursor'],
  ['ui_undo_edit', 'W!', 'edit_id note'],
  ['ui_answer_edit', 'W!', 'edit_id outcome note'],
  ['ui_answer_decision', 'W', 'decision_id outcome option note'],
  ['ui_verify', 'W', 'edit_id pad_id sections outcome note'],
  ['ui_tasks', 'R', 'hub state assignee cursor'],
  ['ui_create_task', 'W', '= create_task'],
  ['ui_update_task', 'W!', 'task_id action note'],
  ['ui_submit_result', 'W', '= submit_result'],
  ['ui_review_result', 'W', 'task_id outcome note'],
  ['ui_dms', 'R', 'status dm_id after_seq before_seq cursor'],
  ['ui_start_dm', 'W', 'to body'],
  ['ui_answer_dm', 'W', 'dm_id action reason note'],
  ['ui_add_agent', 'W!', 'agent_id hub thread_id pad_id'],
  ['ui_pause_agents', 'W', 'hub agent_id paused'],
  ['ui_invite', 'W!', 'hub thread_id pad_id uses role revoke list'],
  ['ui_moderate', 'W!', 'action target level reason note'],
  ['ui_undo_everything', 'W!', 'hub participant include_linked key dry_run reason'],
  ['ui_report', 'W', '= report'],
]

/** Taken beside what the table says: a removal has to say from where, a fold as a duplicate may say of what. */
const more: Readonly<Record<string, readonly string[]>> = { ui_moderate: ['hub', 'duplicate_of'] }

describe('the 46 app tools', () => {
  const { server, cast } = withCast()

  it('are these, in this order, each a read or a write', () => {
    expect(appTools.map(({ name, kind, destructive }) => [name, kind, destructive])).to.deep.equal(
      table.map(([name, kind]) => [name, kind === 'R' ? 'read' : 'write', kind === 'W!']),
    )
  })

  it('take these arguments', () => {
    for (const [name, , named] of table) {
      const tool = appTools.find((one) => one.name === name)
      const same = /^= (\w+)$/.exec(named)?.[1]
      const wanted = same ? Object.keys(byName.get(same)?.input) : named.split(' ').filter(Boolean)
      const taken = Object.keys(tool?.input ?? {})
      expect(taken, name).to.have.members([...wanted, ...(more[name] ?? [])])
    }
  })

  it('take a view token on writes alone, and speak for nobody else', () => {
    for (const tool of appTools) {
      const { properties } = inputSchema(asChecked(tool), 'host')
      expect('view_token' in properties, tool.name).to.equal(tool.kind === 'write')
      expect('as_agent' in properties, tool.name).to.equal(false)
    }
  })

  it('are refused to everybody signed out, without x-svc, from elsewhere and with a key, whatever they do', async () => {
    const Cookie = cast.ada.session
    const Origin = server.url
    const callers: readonly (readonly [number, Record<string, string>])[] = [
      [401, { Origin, 'x-svc': '1' }],
      [401, { Origin, 'x-svc': '1', Cookie: 'dp_session=dps_nothing' }],
      [401, { Origin, 'x-svc': '1', Authorization: `Bearer ${cast.otto.key}` }],
      [403, { Origin, Cookie }],
      [403, { 'x-svc': '1', Cookie }],
      [403, { 'x-svc': '1', Cookie, Origin: 'https://evil.test' }],
      [403, { 'x-svc': '1', Cookie, Origin: 'null' }],
    ]
    const wrong: string[] = []
    for (const { name } of appTools)
      for (const [expected, headers] of callers) {
        const { status } = await fetch(`${server.url}/api/tools/${name}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: '{}',
        })
        if (status !== expected) wrong.push(`${name} answers ${status} to ${JSON.stringify(headers)}`)
      }
    expect(wrong).to.deep.equal([])
    const rest = await Promise.all(appTools.map(({ name }) => cast.otto.call(name)))
    expect(new Set(rest.map(({ error }) => error?.reason))).to.deep.equal(new Set(['unknown_tool']))
  })
})
