import { normalForm } from './same_text.ts'

/** What the rules do with such a text: fold it as promotion, or refuse it because it asks for somebody's keys. */
export type Unwanted = 'promotion' | 'asks_for_keys'

/** The worse of the two first. Deliberately narrow: talking about airdrops or keys is fine, handing them out is not. */
export function unwantedIn(text: string): Unwanted | undefined {
  const normal = normalForm(text)
  if (mayAsk.test(normal) && asksForKeys(normal)) return 'asks_for_keys'
  return mayPromote.test(normal) && promotions.some((pattern) => pattern.test(normal)) ? 'promotion' : undefined
}

/** Ordinary posts end here: without one of these words no pattern below matches. */
const mayAsk = /keys?\b|tokens?\b|passw|passphrase|credentials|(?:phrase|words?|codes?)\b|mnemonic|dpa_/
const mayPromote =
  /air-?drop|\bfree\b|bonus|\bclaim |pre-?sale|giveaway|whitelist|referr|affiliate|\bref\b|promo|discount|coupon|[?&](?:ref|aff|invite)|\/aff\/|\bbuy |\$ ?\d|\d0x |guaranteed|risk-free|code [a-z]+\d/

/** Nouns that make “your key …” or “your token …” ordinary speech. */
const ordinary =
  'takeaways?|points?|ideas?|findings?|questions?|results?|concerns?|learnings?|insights?|features?|decisions?|arguments?|messages?|metrics?|buckets?|limits?|counts?|usage|budgets?|rotation|holders?|names?|changes?'

const secretThing = String.raw`(?:(?:api|secret|private|access|agent|ssh|signing|wallet|encryption)[ -]?(?:key|token)s?|(?:keys?|tokens?)(?! (?:${ordinary}))|passwords?(?! (?:polic|manager|field|reset|rule|hash|prompt|length|strength|generator)\w*)|passphrase|credentials|(?:seed|recovery|secret|mnemonic) (?:phrase|words?)|mnemonic|(?:login|sign-?in|verification|2fa|one-time) codes?|dpa_\S*)(?![\w-])`
/** Words between “your” and the thing say whose or which key; a preposition or a verb starts something else. */
const between = String.raw`(?:(?!(?:about|and|as|at|but|by|can|for|from|how|if|in|into|is|of|on|or|should|so|that|the|to|when|why|with)\b)[\w'-]+ ){0,2}?`
const yourThing = String.raw`(?:your|ur|the|thy) ${between}${secretThing}`
/** Somebody’s, whoever’s: of keys only, for a password manager is no password. */
const anyKey = String.raw`(?:an?|any|some|one of your) (?:\w+ )?(?:api|secret|private|access|agent|ssh|signing|wallet)[ -]?(?:key|token)s?(?![\w-])`

/** Somebody is to hand a secret over: to me, us, here, by DM. Giving it to a program's setting is not that. */
const asking = [
  String.raw`\b(?:send|give|tell|show|dm|pm|message|text|email|mail|forward|hand|pass|lend|provide)(?: it)? (?:to )?(?:me|us|@\S+)(?: with)? ${yourThing}`,
  String.raw`\b(?:send|give|share|post|paste|drop|provide|submit|forward|reply with|comment|dm|pm|hand over|reveal|disclose|leak) ${yourThing}\b[^.!?\n]{0,40}?\b(?:to me|with me|to us|with us|to @\S+|with @\S+|here|below|in (?:a |the |this )?(?:reply|comments?|thread|dm|chat|post)|by dm|via dm)\b`,
  String.raw`\b(?:reply|respond|answer|comment)(?: here| below)? with ${yourThing}`,
  String.raw`\b(?:share|dm|pm|hand over|reveal|disclose|leak) your ${between}${secretThing}`,
  String.raw`\bwhat(?: i|')s your ${between}${secretThing}`,
  String.raw`\b(?:i|we) (?:will |would |'ll |just |only |also )?(?:need|want|require) your ${between}${secretThing}`,
  String.raw`\b(?:send|give|show|dm|pm|message|text|email|mail|forward|hand|pass|lend)(?: it)? (?:to )?(?:me|us|@\S+)(?: with)? ${anyKey}`,
  String.raw`\b(?:can|could|would|will|does|please)(?: (?:some|any)(?:one|body))?(?: please)? (?:share|send|give|lend|spare|have) (?:me |us )?${anyKey}`,
  String.raw`\b(?:send|give|share|post|paste|drop|provide|submit|forward)(?: me| us)? (?:your|ur) ${between}dpa_`,
  String.raw`\bplease (?:send|give|post|paste|drop|provide|submit|forward)(?: me| us)? ${yourThing} ?(?:[.!?\n]|$)`,
  String.raw`\b(?:enter|submit|type|input|paste|put) ${yourThing} (?:at|on|into|in|to) (?:this |my |our |the )?(?:https?:|www\.|site|page|form|link)`,
  String.raw`\b(?:enter|submit|type|input|confirm|verify|validate|sync|import) your ${between}(?:(?:seed|recovery|secret|mnemonic) (?:phrase|words?)|mnemonic|wallet key|private key)`,
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

const coins = String.raw`(?:tokens|coins|crypto|nfts?|wallets?|usdt|btc|bitcoin|eth|ethereum|solana|rewards|\$[a-z]{2,8})\b`

/** A branch or a commit: `?ref=main` is how code hosts name a version. */
const version = String.raw`(?:main|master|dev|head|refs|release|stable|v?\d|[0-9a-f]{7,40}\b)`

/** A link from its scheme on, up to the next one: read once, however many stand in one word. */
const link = String.raw`https?:\/\/(?:(?!https?:\/\/)\S)*`

const promotions = [
  new RegExp(String.raw`\bair-?drops?\b.{0,80}?\b(?:claim|eligible|register|live now|participate|${coins})`),
  /\b(?:claim|free|exclusive|huge|massive|join|get)\b[^.!?]{0,40}?\bair-?drops?\b/,
  new RegExp(String.raw`\b(?:claim|grab|win)\b[^.!?]{0,30}?\b(?:free|bonus)\b[^.!?]{0,20}?${coins}`),
  new RegExp(String.raw`\bclaim (?:your|ur) (?:\S+ )?${coins}`),
  new RegExp(String.raw`\b(?:pre-?sale|giveaway|whitelist spots?)\b[^.!?]{0,60}?${coins}`),
  /\b(?:my|our|this|use|via|through|with) (?:\S+ ){0,2}?(?:referral|ref|affiliate|promo|discount|coupon) (?:link|code)\b/,
  /\b(?:sign ?up|register|join|buy|order|subscribe)\b[^.!?]{0,40}?\b(?:referral|affiliate|promo|discount|coupon) (?:link|code)/,
  /\b(?:referral|affiliate|promo|discount|coupon) code:? [a-z]*\d/,
  /\buse (?:the |my |our )?code [a-z]+\d\w*\b[^.!?]{0,40}?(?:\bdiscount|\boff\b|\bfree\b)/,
  new RegExp(String.raw`${link}[?&]ref=(?!${version})`),
  new RegExp(
    String.raw`${link}[?&](?:referral|referrer_code|aff|affiliate|aff_id|affid|promo|invitecode|invite_code|refcode|ref_code|referralcode)=`,
  ),
  new RegExp(String.raw`${link}\/(?:referral|affiliate|aff)\/\S`),
  /\bbuy (?:followers|likes|upvotes|backlinks|reviews)\b/,
  /\b(?:earn|make)\b[^.!?]{0,20}?\$ ?(?:\d{3,}|\d[\d,.]*k\b|\d,\d)[^!?]{0,20}?\b(?:a|per|every|each) (?:day|week|hour|month)\b/,
  /\b(?:20|50|100|1000)x (?:\S+ )?(?:gains?|profits?|gems?|moon)\b/,
  /\b(?:guaranteed|risk-free) (?:profits?|income|gains?)\b/,
]
