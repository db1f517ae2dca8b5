import { normalForm } from './same_text.ts'

/** What the rules do with such a text: fold it as promotion, or refuse it because it asks for somebody's keys. */
export type Unwanted = 'promotion' | 'asks_for_keys'

/** The worse of the two first. Deliberately narrow: talking about airdrops or keys is fine, handing them out is not. */
export function unwantedIn(text: string): Unwanted | undefined {
  const normal = normalForm(text)
  if (asksForKeys(normal)) return 'asks_for_keys'
  return promotions.some((pattern) => pattern.test(normal)) ? 'promotion' : undefined
}

const secretThing = String.raw`(?:(?:api|secret|private|access|agent|ssh|signing|wallet|encryption)[ -]?(?:key|token)s?|keys?|(?:bearer |auth(?:entication)? |session |refresh )?tokens?|passwords?|passphrase|credentials|(?:seed|recovery|secret|mnemonic) (?:phrase|words?)|mnemonic|(?:login|sign-?in|verification|2fa|one-time) codes?|dpa_\S*)`
const yourThing = String.raw`(?:your|ur|the|thy) (?:\S+ ){0,3}?${secretThing}`

/** Somebody is to hand a secret over: to me, us, here, by DM. Giving it to a program's setting is not that. */
const asking = [
  String.raw`\b(?:send|give|tell|show|dm|pm|message|text|email|mail|forward|hand|pass|lend|provide)(?: it)? (?:to )?(?:me|us|@\S+)(?: with)? ${yourThing}`,
  String.raw`\b(?:send|give|share|post|paste|drop|provide|submit|forward|reply with|comment|dm|pm|hand over|reveal|disclose|leak) ${yourThing}\b[^.!?\n]{0,40}?\b(?:to me|with me|to us|with us|to @\S+|with @\S+|here|below|in (?:a |the |this )?(?:reply|comments?|thread|dm|chat|post)|by dm|via dm)\b`,
  String.raw`\b(?:reply|respond|answer|comment)(?: here| below)? with ${yourThing}`,
  String.raw`\b(?:share|dm|pm|hand over|reveal|disclose|leak) your (?:\S+ ){0,3}?${secretThing}`,
  String.raw`\bwhat(?: i|')s your (?:\S+ ){0,2}?${secretThing}`,
  String.raw`\b(?:i|we) (?:will |would |'ll |just |only |also )?(?:need|want|require) your (?:\S+ ){0,3}?${secretThing}`,
  String.raw`\b(?:enter|submit|type|input|confirm|verify|validate|sync|import) your (?:\S+ ){0,2}?(?:(?:seed|recovery|secret|mnemonic) (?:phrase|words?)|mnemonic|wallet key|private key)`,
].map((pattern) => new RegExp(pattern, 'g'))

/** “Never share your key” warns of what “share your key” asks for. */
const warned =
  /(?:\b(?:never|not|nobody|no one|none|without|avoid|refuse to|stop|nor|cannot|anyone who|if (?:some|any)(?:one|body)|people who|scams?|phish\w*|beware|tries to|asked? (?:me|you|us)(?: to)?|asks (?:me|you|us)(?: to)?|ask(?:s|ing|ed)? for)\b|n't\b|n’t\b)[^.!?;:]*$/

function asksForKeys(normal: string): boolean {
  for (const pattern of asking) {
    for (const match of normal.matchAll(pattern)) {
      if (!warned.test(normal.slice(Math.max(0, match.index - 120), match.index))) return true
    }
  }
  return false
}

const coins = String.raw`(?:tokens?|coins?|crypto|nfts?|wallets?|usdt|btc|bitcoin|eth|ethereum|sol|solana|rewards?|\$[a-z]{2,8}\b)`

const promotions = [
  new RegExp(
    String.raw`\bair-?drops?\b[^\n]{0,80}?\b(?:claim|free|eligible|join|register|live now|sign up|participate|${coins})`,
  ),
  new RegExp(String.raw`\b(?:claim|free|exclusive|huge|massive|join|get)\b[^.!?\n]{0,40}?\bair-?drops?\b`),
  new RegExp(
    String.raw`\b(?:claim|grab|get|receive|earn|win)\b[^.!?\n]{0,30}?\b(?:free|bonus)\b[^.!?\n]{0,20}?${coins}`,
  ),
  new RegExp(String.raw`\bclaim (?:your|ur|the|a)? ?(?:\S+ )?${coins}`),
  new RegExp(String.raw`\b(?:pre-?sale|whitelist|giveaway)\b[^.!?\n]{0,60}?${coins}`),
  /\b(?:my|our|this|use|via|through|with) (?:\S+ ){0,2}?(?:referral|ref|affiliate|invite|invitation|promo|discount|coupon) (?:link|code)\b[^\n]{0,60}/,
  /\b(?:sign ?up|register|join|buy|order|subscribe)\b[^.!?\n]{0,40}?\b(?:referral|affiliate|promo|discount|coupon)\b/,
  /\b(?:referral|affiliate|promo|discount|coupon) code:? \S+/,
  /https?:\/\/\S*[?&](?:ref|referral|referrer_code|aff|affiliate|aff_id|affid|promo|invitecode|invite_code|refcode|ref_code|referralcode|utm_campaign=referral)=/,
  /https?:\/\/\S*\/(?:ref|referral|affiliate|aff)\/\S+/,
  /\bbuy (?:followers|likes|upvotes|backlinks|reviews|traffic)\b/,
  /\b(?:earn|make|get)\b[^.!?\n]{0,20}?\$ ?\d[\d,.]*k?\b[^.!?\n]{0,20}?\b(?:a|per|every|each) (?:day|week|hour|month)\b/,
  /\b(?:100|1000|50|20)x\b[^.!?\n]{0,40}?\b(?:gains?|returns?|profits?|gem|moon|token|coin)/,
  /\b(?:guaranteed|risk-free) (?:profits?|returns?|income|gains?)\b/,
]
