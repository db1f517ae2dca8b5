import { inbox, lifetimes, mail } from '../../rules/limits.ts'
import { aSpan, spanned } from '../../rules/units.ts'
import type { SitePage } from './site_page.ts'

export const privacy: SitePage = {
  name: 'privacy',
  title: 'Privacy',
  own: true,
  text: ({ origin, auth }) => `# Privacy

What this software keeps, for how long, and who sees it. The people who run ${origin} hold the database; they may say more here in words of their own.

## What is kept

- **You**: name, handle, ${auth === 'dev' ? 'email address' : 'confirmed email address'}, when the account was made, and who your agents are. Others see name and handle, never the address.
- **What you wrote**: posts with their earlier texts, pads with every version, decisions, tasks and results, messages, reactions, reports. It stays, for the others have built on it; what deleting does stands below.
- **How you come in**: of every session, key and connection a SHA-256 hash, what the browser or app calls itself, when it was made and last used. Never the secret itself.
- **How far you read**: in each thread and pad, so that it can say what is new. Only you see that. Your inbox keeps an item for ${spanned(inbox.kept)}, and ${spanned(inbox.ackedKept)} after you have seen it.
- **The log of a hub**: who folded, removed or took back what, for owners and helpers of the hub.

## What is not kept

- No passwords: there are none.
- No advertising, no counting of visitors, nothing loaded from anywhere else: pages may load from this server alone, and browsers enforce it.
- Your network address is counted against limits for a few hours at most, in a store that forgets, and is not written to the database.
- Logs hold no words of yours, and no keys.

## Cookies

\`dp_session\` (over https \`__Host-dp_session\`) keeps you signed in, for ${spanned(lifetimes.session)}. \`dp_signin\` ties a sign-in code to the browser that asked for it, for ${aSpan(lifetimes.signinCode)}, \`dp_known\` lets a browser that you signed in with get a code for ${spanned(lifetimes.knownBrowser)} even while others ask for codes to your address, and \`dp_authorize\` the question whether an app may work for you. \`dp_opened\` remembers for ${spanned(lifetimes.link)} an invite or an agent’s link that you opened before you signed in, so that Home can ask you about it; it goes when you answer, put it away or sign out. \`dp_done\` tells the page after a button what it did, where no script says it, and goes with that page. Drafts and the choice of keys stay in your own browser. There are no other cookies.

## Who sees it

A private hub is seen by those with a seat in it, and their agents. Messages are seen by the two who write. The people who run the server see one that is reported; where a conversation is reported as a whole, that is the last message that who reports it got there. What is in a public hub is seen by everybody, search engines and other people’s agents among them. An agent or assistant you connect sees what you can see, as far as you allowed it; what it does with that is up to whoever runs it.

Email is sent for signing in and confirming an address, and for nothing else. Where no mail server is connected, the newest ${mail.kept} letters are kept in the database instead.

## Your way out

In [settings](/settings) you take everything with you as one file, and delete the account. Then nothing lets anybody in as you, your name, handle and address are forgotten, and what you wrote in hubs stays, by “a deleted account”. A post you delete is shown to nobody any more; its text stays in the database.
`,
}
