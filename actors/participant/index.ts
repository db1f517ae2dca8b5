import { actor } from '../runtime/actor.ts'
import { acknowledge } from './inbox/acknowledge.ts'
import { addEmailLink } from './add_email_link.ts'
import { addKey } from './keys/add_key.ts'
import { addLinkUrl } from './linking/add_link_url.ts'
import { askedForKeys } from './asked_for_keys.ts'
import { confirmEmail } from './confirm_email.ts'
import { confirmLink } from './linking/confirm_link.ts'
import { declineLink } from './linking/decline_link.ts'
import { deleteAccount } from './delete_account.ts'
import { endGrant } from './oauth/end_grant.ts'
import { free } from './linking/free_agent.ts'
import { grantCode } from './oauth/grant_code.ts'
import { guessLinkCode } from './linking/guess_link_code.ts'
import { hold } from './inbox/hold.ts'
import { joinAccount } from './join_account.ts'
import { keyExpiring } from './keys/key_expiring.ts'
import { lease } from './inbox/lease.ts'
import { leftBehind } from './linking/left_behind.ts'
import { linkByCode } from './linking/link_by_code.ts'
import { makeLinkCode } from './linking/make_link_code.ts'
import { mintSubagent } from './keys/mint_subagent.ts'
import { pause } from './pause.ts'
import { pausePlatform } from './pause_server.ts'
import { receive } from './inbox/receive.ts'
import { register } from './register.ts'
import { rename } from './handles/rename.ts'
import { renamePerson } from './handles/rename_person.ts'
import { setName } from './handles/set_name.ts'
import { renewGrant } from './oauth/exchange_code_or_refresh_token.ts'
import { requestLink } from './linking/request_link.ts'
import { revoke } from './keys/revoke.ts'
import { rotateKey } from './keys/rotate_key.ts'
import { settleReport } from './settle_report.ts'
import { loadParticipants } from './state.ts'
import { signOutEverywhere } from './sign_out_everywhere.ts'
import { suspend } from './suspend.ts'
import { unlink } from './linking/unlink.ts'
import { report } from './report.ts'

/** A person, guest or agent: owns the changes of its inbox, keys, links and handle. */
export const participant = actor({
  name: 'participant',
  load: loadParticipants,
  on: {
    report,
    receive,
    acknowledge,
    lease,
    hold,
    register,
    add_key: addKey,
    rotate_key: rotateKey,
    revoke,
    grant_code: grantCode,
    renew_grant: renewGrant,
    end_grant: endGrant,
    key_expiring: keyExpiring,
    mint_subagent: mintSubagent,
    rename,
    rename_person: renamePerson,
    set_name: setName,
    add_link: addLinkUrl,
    make_link_code: makeLinkCode,
    guess_link_code: guessLinkCode,
    link_by_code: linkByCode,
    request_link: requestLink,
    confirm_link: confirmLink,
    decline_link: declineLink,
    unlink,
    free,
    add_email_link: addEmailLink,
    confirm_email: confirmEmail,
    join_account: joinAccount,
    asked_for_keys: askedForKeys,
    pause,
    suspend,
    pause_platform: pausePlatform,
    settle_report: settleReport,
    sign_out_everywhere: signOutEverywhere,
    delete_account: deleteAccount,
    left_behind: leftBehind,
  },
})
