import { expect } from 'chai'
import type { Sql } from '../../../sql/client.ts'
import { threadsAbout } from '../../../sql/facts/pad/threads_about.ts'
import { starterNow as starterInSql } from '../../../sql/reads/account/part_of_account.ts'
import { statusFor } from '../../../sql/reads/dm/dms.ts'
import { keeps, seatRank } from '../../../sql/reads/hub/seats/seat_parts.ts'
import { makerMayInvite } from '../../../sql/reads/hub/seats/maker_may_invite.ts'
import { padStatus, sectionStatus, threadStatus as threadStatusInSql } from '../../../sql/reads/search/status.ts'
import { takesGuests } from '../../../sql/reads/takes_guests.ts'
import { finished, underWay, unfinished } from '../../../sql/reads/thread/task_parts.ts'
import { unsettled } from '../../../sql/reads/thread/thread_parts.ts'
import { disputes, dmStatuses, seats, taskStates } from '../../../src/rules/closed_lists.ts'
import { audiences } from '../../../src/rules/hub_audience.ts'
import { mint } from '../../../src/rules/ids.ts'
import { timers } from '../../../src/rules/limits.ts'
import { effectiveAudience } from '../../../src/rules/may_read/public.ts'
import { isKeeperSeat } from '../../../src/rules/may_read/readable.ts'
import { starterNow } from '../../../src/rules/one_human.ts'
import { may } from '../../../src/rules/rights.ts'
import { isUnsettled } from '../../../src/rules/states/dispute_moves.ts'
import { statusSeen } from '../../../src/rules/states/dm_status.ts'
import { padStatuses } from '../../../src/rules/states/pad_and_section_status.ts'
import { idleAfter, isOver } from '../../../src/rules/states/task_moves.ts'
import { threadStatus } from '../../../src/rules/states/thread_status.ts'
import { threadTakesGuests } from '../../../src/rules/taking_guests.ts'
import { caller } from '../../support/caller.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('a rule that SQL states again', () => {
  const either = [true, false]
  let sql: Sql

  before(async () => {
    ;({ sql } = await freshDatabase())
  })

  it('takes guests in the same threads', async () => {
    for (const publicOn of either) {
      for (const audience of audiences) {
        for (const [ofHub, ofThread] of either.flatMap((hub) => either.map((thread) => [hub, thread] as const))) {
          const hub = { audience: effectiveAudience(audience, publicOn), accepts_guests: ofHub }
          const [row] = await sql`
            select ${takesGuests(sql, { publicOn })} as taken
            from (values (${audience}::text, ${ofHub}::boolean)) hub (audience, accepts_guests),
              (values (${ofThread}::boolean)) thread (accepts_guests)`
          const told = JSON.stringify({ publicOn, audience, ofHub, ofThread })
          expect(row?.['taken'], told).to.equal(threadTakesGuests({ accepts_guests: ofThread }, hub))
        }
      }
    }
  })

  it('finds the same flags unsettled', async () => {
    for (const dispute of disputes) {
      const [row] = await sql`select ${unsettled(sql)} as waits from (values (${dispute}::text)) thread (dispute)`
      expect(row?.['waits'], dispute).to.equal(isUnsettled(dispute))
    }
  })

  it('tells both sides of a DM the same status', async () => {
    const sides = ['a', 'b']
    for (const status of dmStatuses) {
      for (const blocked_by of status === 'blocked' ? sides : [null]) {
        for (const asked_by of sides) {
          for (const [was_open, answered, blocked_both] of everyOf(either, either, [true, false, null])) {
            const dm = { status, blocked_by, asked_by, was_open, blocked_both, answered_at: answered ? 'then' : null }
            const told = await sql`
              select ${statusFor(sql, 'a')} as a, ${statusFor(sql, 'b')} as b
              from jsonb_to_record(${sql.json(dm)}) as dm (status text, blocked_by text, asked_by text, was_open boolean,
                blocked_both boolean, answered_at text)`
            expect(told[0], JSON.stringify(dm)).to.deep.equal({ a: statusSeen(dm, 'a'), b: statusSeen(dm, 'b') })
          }
        }
      }
    }
  })

  it('finds the same seats to be keepers, and ranks them in the order of the list', async () => {
    for (const [rank, seat] of seats.entries()) {
      const [row] = await sql`
        select ${keeps(sql, sql`seat.role`)} as keeps, ${seatRank(sql, sql`seat.role`)} as rank
        from (values (${seat}::text)) seat (role)`
      expect(row, seat).to.deep.equal({ keeps: isKeeperSeat(seat), rank: rank + 1 })
    }
  })

  it('takes the same tasks as over, and as somebody’s', async () => {
    for (const state of taskStates) {
      const [row] = await sql`
        select ${finished(sql)} as over, ${unfinished(sql)} as goes_on, ${underWay(sql)} as held
        from (values (${state}::text)) task (state)`
      const over = isOver({ state })
      expect(row, state).to.deep.equal({ over, goes_on: !over, held: idleAfter(state) !== undefined })
    }
  })

  it('says of a thread that it is folded, answered or open in the same cases', async () => {
    for (const [status, folded] of everyOf(['open', 'answered'], either)) {
      const [row] = await sql`
        select ${threadStatusInSql(sql)} as status
        from (values (${status}::text)) thread (status), (values (${folded ? 'thr_1' : null}::text)) fold (target_id)`
      expect(row?.['status']).to.equal(threadStatus({ answered: status === 'answered', folded }))
    }
  })

  it('lets an invite work as long as its maker may make such a one', async () => {
    for (const [seat, role] of everyOf([...seats, undefined], ['helper', 'member'])) {
      const made_by = mint('human', 0)
      if (seat !== undefined)
        await sql`
          insert into seat (scope_id, participant_id, role, given_by, at)
          values ('hub_1', ${made_by}, ${seat}, 'hum_1', now())`
      const [row] = await sql`
        select ${makerMayInvite(sql)} as works
        from (values ('hub_1', ${made_by}::text, ${role}::text)) invite (hub_id, created_by, role)`
      const asked = { by: caller(made_by), seat }
      const allowed = may('invite', asked) === true && (role !== 'helper' || may('invite_helper', asked) === true)
      expect(row?.['works'], `${seat} ${role}`).to.equal(allowed)
    }
  })

  it('lets the same id act as the starter of a thread', async () => {
    for (const starter_id of [mint('guest', 0), mint('human', 0), mint('agent', 0)]) {
      for (const starter_human_id of [undefined, mint('human', 0)]) {
        const [row] = await sql`
          select ${starterInSql(sql)} as now
          from (values (${starter_id}::text, ${starter_human_id ?? null}::text)) thread (starter_id, starter_human_id)`
        expect(row?.['now']).to.equal(starterNow({ starter_id, starter_human_id }))
      }
    }
  })

  it('gives a pad and its sections the same status', async () => {
    const now = Date.UTC(2026, 10, 28)
    const [stale, changed] = [new Date(now - timers.staleSection), new Date(now)]
    const threads = everyOf(
      ['open', 'answered'],
      [null, ...disputes],
      [null, 'fold', 'hide'],
      ['old', 'new', 'gone', null],
    )
      // a flag is of a section
      .filter(([, dispute, , section]) => dispute === null || section !== null)
    const alone = threads.map((thread) => [thread])
    const together = threads.flatMap((one, at) =>
      [7, 20, 45].map((apart) => [one, threads[(at + apart) % threads.length]!]),
    )
    const pads = [[], ...alone, ...together].map((about, at) => ({ id: `pad_${at}`, about }))
    await sql`
      insert into pad (id, hub_id, title, version, layout_since, created_by, created_at, updated_at)
      select id, 'hub_1', 'Bread', 1, 1, 'hum_1', ${changed}, ${changed} from unnest(${pads.map(({ id }) => id)}::text[]) id`
    for (const [section, at] of [
      ['old', stale],
      ['new', changed],
    ] as const) {
      await sql`
        insert into section (pad_id, section_id, rev, changed_at, authors) select id, ${section}, 1, ${at}, '{}' from pad`
    }
    const rows = pads.flatMap(({ id, about }) =>
      about.map(([status, dispute, level, section], at) => ({
        id: `thr_${id}_${at}`,
        pad: id,
        status,
        dispute,
        level,
        section,
      })),
    )
    await sql`
      insert into thread (id, hub_id, title, starter_id, version, last_seq, status, dispute, flags_wrong, about_pad_id,
        about_section_id, created_at, updated_at)
      select one.id, 'hub_1', 'Talk', 'hum_1', 1, 1, one.status, one.dispute, one.dispute is not null, one.pad, one.section,
        ${changed}, ${changed}
      from jsonb_to_recordset(${sql.json(rows)}) as one (id text, pad text, status text, dispute text, section text)`
    await sql`
      insert into fold (target_id, level, reason, at) select one.id, one.level, 'spam', ${changed}
      from jsonb_to_recordset(${sql.json(rows)}) as one (id text, level text) where one.level is not null`

    const found = await sql`
      select pad.id, ${padStatus(sql)} as pad,
        (select ${sectionStatus(sql, stale)} from (select 'old' as section_id) found
          join section on section.pad_id = pad.id and section.section_id = found.section_id) as old,
        (select ${sectionStatus(sql, stale)} from (select 'new' as section_id) found
          join section on section.pad_id = pad.id and section.section_id = found.section_id) as new
      from pad`
    const about = await threadsAbout.load(
      sql,
      pads.map(({ id }) => id),
    )
    for (const { id, ...told } of found) {
      const sections = [{ id: 'old' }, { id: 'new' }]
      const changedAt = (section: string): number => (section === 'old' ? stale : changed).getTime()
      const { pad, of } = padStatuses(sections, changedAt, about.get(id) ?? [], now)
      const expected = { pad, old: of('old'), new: of('new') }
      expect(told, JSON.stringify(pads.find((one) => one.id === id))).to.deep.equal(expected)
    }
  })
})

/** Every combination of one value of each list. */
function everyOf<const Lists extends readonly (readonly unknown[])[]>(
  ...lists: Lists
): { [At in keyof Lists]: Lists[At][number] }[] {
  const [first = [], ...rest] = lists
  const others = rest.length === 0 ? [[]] : everyOf(...rest)
  return first.flatMap((value) => others.map((more) => [value, ...more])) as never
}
