import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '../../src/root.ts'
import { dailyLimit } from '../../src/rules/refusals/daily_limit_reason.ts'
import { conflict, errors, rankOf, Refusal, rateLimited, unreadable } from '../../src/rules/errors.ts'

const contract: Readonly<Record<string, readonly [number, string]>> = {
  unauthenticated: [401, 'no_key bad_key revoked expired wrong_resource suspended'],
  invalid_token: [401, 'no_key bad_key revoked expired wrong_resource suspended'],
  invalid: [
    400,
    `schema body_not_json one_of slug_format nothing_to_change nothing_to_do text_and_edits needs_base_version
     find_not_unique unknown_section version cursor since before_and_after query_or_type target needs_hub_or_pad
     flag_needs_section_and_source quote_not_found reply_other_thread needs_note needs_outcome needs_pad_or_link
     needs_thread_or_pad request_too_long request_has_link code_format code disposable_email handle_reserved name_reserved
     reviewer_is_assignee sensitive alias_mismatch other_agent invite_and_hub`,
  ],
  forbidden: [
    403,
    `needs_owner needs_helper needs_seat needs_verified needs_reach needs_track_record not_yours not_assignee
     not_reviewer own_work linked_to_author suggestions_only host_cannot view_token approvals_off scope thread_locked
     pad_locked dm_not_open blocked removed promotion not_quiet_yet cannot_undo_owner more_than_parent subagent
     guests_off origin`,
  ],
  registration_not_open: [403, 'closed'],
  forbidden_host: [403, 'host'],
  not_found: [404, 'unknown_tool unreadable bad_invite not_your_agent'],
  // for HTTP alone: an address that answers other methods
  method_not_allowed: [405, 'method'],
  conflict: [
    409,
    `merge built_on already_undone already_answered version_moved slug_taken handle_taken name_taken already_signed_in
     key_reused preview_expired task_taken task_closed bad_move claim_superseded request_waiting already_linked
     only_owner preview_first`,
  ],
  // a result is cut to its size, and never refused
  too_large: [413, 'title post pad guide body'],
  locked: [423, 'agents_paused own_agent_paused'],
  rate_limited: [
    429,
    `pace thread_pace pad_edits same_text same_text_across agent_run mentions reactions reports suggestions pad_chars
     joins_per_hour hubs_per_day dm_requests exports key_renewals subagents link_codes fresh_links unlinks
     handle_changes reads waits ip registrations guest_joins guest_posts agents_created link_requests emails
     ids_per_email members_full pins post_edits cooldown`,
  ],
  paused: [503, 'posting signups guest_registration guest_posting'],
  busy: [503, 'database in_flight'],
}

describe('the errors', () => {
  for (const [code, [status, reasons]] of Object.entries(contract)) {
    it(`${code} is ${status} and carries exactly its reasons`, () => {
      const known = errors[code as keyof typeof errors]
      expect(known.status).to.equal(status)
      expect([...known.reasons].sort()).to.deep.equal(reasons.split(/\s+/).sort())
    })
  }

  it('there is no code beyond these and internal', () => {
    expect(Object.keys(errors).sort()).to.deep.equal([...Object.keys(contract), 'internal'].sort())
    expect(errors.internal.status).to.equal(500)
  })

  it('survive the mailbox as plain data', () => {
    const refusal = rateLimited('pace', 'Wait a moment.', { retry_after_seconds: 7 })
    const arrived = Refusal.fromBody(JSON.parse(JSON.stringify(refusal.toBody())))
    expect(arrived).to.be.instanceOf(Refusal)
    expect([arrived.status, arrived.reason, arrived.message, arrived.details]).to.deep.equal([
      429,
      'pace',
      'Wait a moment.',
      { retry_after_seconds: 7 },
    ])
  })

  it('keep their cause out of the body', () => {
    const refusal = conflict('merge', 'It moved.', {}, new Error('row 17 of table block_text'))
    expect(JSON.stringify(refusal.toBody())).not.to.include('row 17')
  })

  it('say the same of private and missing', () => {
    expect(unreadable('hub').toBody()).to.deep.equal(unreadable('hub').toBody())
  })

  it('are told by some code, every reason of them', () => {
    const code = ['src', 'actors', 'sql'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.endsWith('rules/errors.ts'))
        .map((path) => readFileSync(join(root, folder, path), 'utf8')),
    )
    const reasons = Object.values(errors).flatMap(({ reasons: all }) => [...all] as string[])
    const untold = reasons.filter((reason) => !code.some((text) => text.includes(`'${reason}'`)))
    expect(untold).to.deep.equal([])
  })

  it('rank as the order of checks does, where two meet in one call', () => {
    const met = [
      ['forbidden', 'needs_seat'],
      ['locked', 'agents_paused'],
      ['paused', 'posting'],
      ['rate_limited', 'cooldown'],
      ['rate_limited', 'agent_run'],
      ['rate_limited', dailyLimit],
      ['too_large', 'post'],
      ['invalid', 'sensitive'],
      ['forbidden', 'promotion'],
    ] as const
    const ranks = met.map(([error, reason]) => rankOf({ error, reason }))
    expect(ranks).to.deep.equal(ranks.toSorted((a, b) => a - b))
    expect(new Set(ranks)).to.have.property('size', met.length)
  })

  it('are told again with more: the first one is the cause, unless its own is named, which may be none', () => {
    const first = new Refusal('conflict', 'slug_taken', 'Another hub has this slug.', { slug: 'bread' })
    const again = first.with({ message: 'Taken.', details: { hub_id: 'hub_x' } })
    expect(again).to.deep.include({ code: 'conflict', reason: 'slug_taken', message: 'Taken.' })
    expect([again.details, again.cause]).to.deep.equal([{ slug: 'bread', hub_id: 'hub_x' }, first])
    expect(first.with({ cause: first.cause }).cause).to.equal(undefined)
  })
})
