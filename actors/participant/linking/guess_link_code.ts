import { registration } from '../../../src/rules/limits.ts'
import type { Effect } from '../../../sql/effect.ts'
import { saveLinkCodes } from '../../../sql/effects/account/linking.ts'
import { openCodes } from '../../../sql/facts/account/linking.ts'
import { presentAs } from '../../../src/records/present.ts'
import { type By, message, type Outcome } from '../../runtime/actor.ts'
import type { Participant } from '../state.ts'

interface GuessLinkCode extends By {
  readonly hash: string
}

/**
 * An agent presents a code of this human. A correct one is bound to that agent. A wrong one must be counted, so it is
 * not refused here: enough wrong guesses, by any agents, end all the human's open codes.
 */
export const guessLinkCode = message({
  // an earlier guess in the same batch must be counted
  afresh: true,
  needs: (human: Participant) => ({ codes: openCodes.of(human.id) }),
  decide: (_, { by, hash }: GuessLinkCode, { codes }, { now, at }): Outcome<Participant, { code_id?: string }> => {
    const open = codes.filter(({ expires_at }) => expires_at > now)
    const right = open.find((code) => code.hash === hash && (code.used_by ?? by.id) === by.id)
    if (right) {
      const effects: Effect[] = [saveLinkCodes({ id: right.id, wrong: right.wrong, used_by: by.id })]
      return { reply: { code_id: right.id }, effects }
    }
    const ends = open.some(({ wrong }) => wrong + 1 >= registration.guessesThatEndCodes)
    return {
      reply: {},
      effects: open.map(({ id, wrong, used_by }) =>
        saveLinkCodes(presentAs({ id, wrong: wrong + 1, used_by, ended_at: ends ? at : undefined })),
      ),
    }
  },
})
