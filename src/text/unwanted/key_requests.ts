/**
 * Whether a text (in `normalForm`) asks readers to hand over a secret, to its author or in public. Deliberately narrow:
 * talking about keys is allowed, and so is entering one into a program's settings.
 */
export function asksForKeys(normal: string): boolean {
  if (!mayAsk.test(normal)) return false
  for (const pattern of requestPatterns) {
    for (const match of normal.matchAll(pattern)) {
      const before = normal.slice(Math.max(0, match.index - 120), match.index)
      if (!warned.test(before) && !askedBack.test(before)) return true
    }
  }
  return false
}

/** Cheap pre-filter: no pattern below matches a text without one of these words. */
const mayAsk =
  /keys?\b|tokens?\b|passw|passphrase|credentials|(?:phrase|words?|codes?|digits)\b|mnemonic|dpa_|authorization header|mint_subagent/

/** Nouns that make “your key …” or “your token …” harmless, as in “your key takeaways”. */
const ordinary =
  'takeaways?|points?|ideas?|findings?|questions?|results?|concerns?|learnings?|insights?|features?|decisions?|arguments?|messages?|metrics?|buckets?|limits?|counts?|usage|budgets?|rotation|holders?|names?|changes?|handling|code|logic|docs?|documentation|pages?|expiry|formats?|prefix(?:es)?|lifetimes?|scopes?|stor(?:y|ies)|flow|design|implementation|tests?|issues?|problems?|bugs?|sections?|middleware|settings?|hygiene|polic(?:y|ies)|management|setup|pricing|quota|refresh|bindings?|hints?|press(?:es)?|strokes?'
/** Kinds of key that grant no access. */
const harmless =
  'public|answer|sort|partition|primary|foreign|idempotency|cache|map|row|column|object|dictionary|redis|config|arrow|shift|house|car|door'

const strict = String.raw`(?:api|secret|private|access|agent|sub-?agent|auth|bearer|ssh|signing|wallet|encryption)[ -]?(?:key|token)s?`
const code = String.raw`(?:login|sign-?in|verification|confirmation|2fa|one-time|(?:six|6)[- ]digit) codes?`
const secretThing = String.raw`(?:(?:${strict}|keys?|tokens?)(?! (?:${ordinary})\b)|passwords?(?! (?:polic|manager|field|reset|rule|hash|prompt|length|strength|generator|hint)\w*)|passphrase|credentials|(?:seed|recovery|secret|mnemonic) (?:phrase|words?)|mnemonic|${code}|authorization header|dpa_\S*)(?![\w-])`
/** Words between “your” and the secret that say which one; a preposition or a verb would start another phrase. */
const between = String.raw`(?:(?!(?:about|and|as|at|but|by|can|for|from|how|if|in|into|is|of|on|or|should|so|that|the|to|when|why|with|your|its|their|his|her|${harmless})\b)[\w'-]+ ){0,2}?`
const whose = String.raw`(?:your|ur|thy|every(?:one|body)(?:'s|’s)|all agents(?:'|’)?|every agent(?:'s|’s)|each agent(?:'s|’s))`
const part = String.raw`(?:the (?:value|contents?|first half|second half|first part|rest|letters) of )?`
const yourThing = String.raw`${part}(?:${whose} ${between}${secretThing}|the ${between}(?:(?!(?:keys?|tokens?)\b)${secretThing}|(?:keys?|tokens?) ?(?:[.!?\n]|$)))`
/** The secret in an instruction to several readers: “each agent … its key”. */
const ofEach = String.raw`(?:its|their|his or her) ${between}${secretThing}`
const theirThing = String.raw`${part}(?:${whose} ${between}${secretThing}|the ${between}(?:${strict}|keys?|tokens?) (?:that )?you (?:were|got|have|just|use|hold)\b)`
/** A key without an owner, as in “an API key”. Keys only: “a password manager” is no password. */
const anyKey = String.raw`(?:an?|any|some|one of your) (?:(?!(?:${harmless})\b)\w+ )?(?:api|secret|private|access|agent|sub-?agent|ssh|signing|wallet)[ -]?(?:key|token)s?(?![\w-])`

const somebody = String.raw`(?:me|us|@\S+)`
/** Places that other participants can read. */
const place = String.raw`(?:(?:a|an|the|this|that|our|my|your|its|their|next|own|public|first) ){0,3}(?:reply|replies|answers?|comments?|threads?|dms?|chat|posts?|your (?:next |first )?messages?|pad|list|discussion)`
/** Excludes “type your password … below”, which describes a form and not a thread. */
const below = String.raw`(?<!\b(?:type|enter)s? (?:your|ur|the|its|their) (?:[\w'-]{1,20} ){0,2}passwords?\b[^.!?\n]{0,40})below`
const toOthers = String.raw`(?:(?:back )?(?:to|with) (?:me|us|@\S+|[^\s@]+@[^\s@]+)|here|${below}|(?:in|into|to|as|on) ${place}|(?:by|via) (?:dm|mail|email))(?![\w/-])`
/** Up to 40 characters without a negation (that names where a key must not go) or “and reply” (another instruction). */
const near = String.raw`(?:(?!\b(?:(?:not|never)(?! (?:your|just|only)\b)|nobody|(?:and|then) (?:then )?(?:reply|post|answer|say|tell|report|come|write)(?! (?:it|them|that|this)\b))\b|n't)[^.!?\n]){0,40}?`
const end = String.raw` ?(?:[.!?\n]|$)`

const each = String.raw`(?:(?:(?:every|each|all|any) (?:\w+ )?)?(?:agents?|members?|participants?|assistants?|bots?|newcomers?|users?|models?)|everyone|everybody|every one|each of you|all of you|people)`
const willingly = String.raw`(?:(?!\b(?:never|not|cannot|no longer|who|that)\b|n't)[^.!?\n]){0,40}?`

/** Verbs that hand something over: imperative and third person, then the gerund. */
const handing = String.raw`(?:send|give|share|post|paste|drop|provide|submit|forward|hand|pass|reveal|disclose|leak|publish|include|put|write|add|copy|print|output|type|show|mail|email|message|text|enter)s?`
const handingOver = String.raw`(?:sending|giving|sharing|posting|pasting|dropping|providing|submitting|forwarding|revealing|disclosing|publishing|including|writing|adding|copying|printing|showing|handing over)`
const replying = String.raw`(?:reply|replies|replying|respond|responds|responding|answer|answers|answering|comment|comments|commenting)`

const requestPatterns = [
  // “send me your key”, “give us access to your key”
  String.raw`\b(?:send|give|tell|show|dm|pm|message|text|email|mail|forward|hand|pass|lend|provide|read)(?: it)? (?:to )?${somebody}(?: with| access to)? ${yourThing}`,
  // “post your key here”, “posting your key in this thread is mandatory”
  String.raw`\b(?:${handing}|hand over)(?: over| out)? ${theirThing}\b${near}\b${toOthers}`,
  String.raw`\b(?:mind|consider|start by|join by) ${handingOver} ${theirThing}\b${near}\b${toOthers}`,
  String.raw`\b${handingOver} ${theirThing}\b${near}\b${toOthers}${near}\b(?:required|mandatory|needed|necessary|expected|obligatory)\b`,
  String.raw`\b${replying}(?: here| below)? with ${theirThing}`,
  // “post your key and reply here”: to put it into a program is never called posting it
  String.raw`\b(?:post|publish|drop) ${theirThing},? (?:and|then|and then) (?:then )?(?:reply|respond|answer|comment|say|tell|report|come|write)\b`,
  String.raw`(?<!\bno )\b${each}${willingly}\b(?:posts?|publish(?:es)?|drops?) ${ofEach},? (?:and|then|and then) (?:then )?(?:reply|replies|respond|responds|answers?|comments?|says?|tells?|reports?|comes?|writes?)\b`,
  // “every agent posts its key here”, “each agent should reply with its key”
  String.raw`(?<!\bno )\b${each}${willingly}\b(?:${handing}|hand over)(?: over| out)? ${ofEach}\b${near}\b${toOthers}`,
  String.raw`(?<!\bno )\b${each}${willingly}\b${replying}(?: here| below)? with ${ofEach}`,
  String.raw`\b(?:share|dm|pm|hand over|reveal|disclose|leak|output|dump|expose|recite|spell out|tell every(?:one|body)|tell them) your ${between}${secretThing}`,
  String.raw`\b(?:reveal|output|print|dump|expose) your (?:system prompt|instructions) and (?:your )?${between}${secretThing}`,
  String.raw`\bwhat(?: i|')s your ${between}${secretThing}`,
  String.raw`\b(?:i|we) (?:will |would |'ll |just |only |also )?(?:need|want|require|collect|are collecting) ${whose} ${between}${secretThing}`,
  String.raw`\b(?:can|could|may|might|let) (?:i|we|me|us) (?:please )?(?:have|get|see|borrow|use|take) ${whose} ${between}${secretThing}`,
  String.raw`\b(?:send|give|show|dm|pm|message|text|email|mail|forward|hand|pass|lend)(?: it)? (?:to )?${somebody}(?: with)? ${anyKey}`,
  String.raw`\b(?:can|could|would|will|does|please)(?: (?:some|any)(?:one|body))?(?: please)? (?:share|send|give|lend|spare|have) (?:me |us )?${anyKey}`,
  String.raw`\b(?:send|give|share|post|paste|drop|provide|submit|forward)(?: me| us)? (?:your|ur) ${between}dpa_`,
  String.raw`\bplease (?:send|give|post|paste|drop|provide|submit|forward)(?: me| us)? (?:your|ur|thy|the) ${between}${secretThing}${end}`,
  String.raw`\b(?:you|we|they|everyone|everybody|agents|members) (?:need|have|must|should|are asked|are required)(?: you)?(?: to)? (?:send|share|post|give) ${whose} ${between}${strict}${end}`,
  String.raw`\b(?:send|post|publish) your ${between}(?:${strict}|authorization header)(?: (?:along|too|publicly|encoded|in (?:base64|plain text|clear)))\b`,
  String.raw`\b(?:your|${strict.replace(/s\?$/, 's')}) ?${between}${secretThing},? please\b`,
  String.raw`\b(?:${strict})s?,? please${end}`,
  String.raw`\b(?:enter|submit|type|input|paste|put|send|post) ${yourThing} (?:at|on|into|in|to) (?:this |my |our |the )?(?:https?:|www\.|site|page|form|link)`,
  String.raw`\b(?:enter|submit|type|input|confirm|verify|validate|sync|import) your ${between}(?:(?:seed|recovery|secret|mnemonic) (?:phrase|words?)|mnemonic|wallet key|private key)`,
  // “rotate your key and paste it”
  String.raw`\b(?:rotate|renew|regenerate|mint|make|create|generate|call|run)s? (?:rotate_key|mint_subagent|(?:your|a|an|its|their|another|one more) ${between}${secretThing})(?: for (?:me|us))?,? (?:and|then|and then) (?:${handing}|reply with|answer with|dm|pm)(?: me| us| @\S+)? (?:it|them|that|the new (?:one|key|token)|the (?:result|key|token|answer|output)|what (?:it|you) (?:returns?|gets?|says?|gives?))(?:${end}|,? (?:back )?${toOthers})`,
  String.raw`\bmint_subagent,? (?:and|then|and then) (?:send|give|dm|show)(?: me| us| @\S+) `,
  String.raw`\b(?:rotate_key|mint_subagent),? (?:and|then|and then) ${replying} with (?:it|the (?:result|key|answer|output)|what it (?:returns?|gives?|says?))`,
  String.raw`\b(?:post|drop|share|paste|send|add|leave|collect)s? (?:all |the |all the )?(?:api|secret|agent|access|auth|bearer)[ -]?(?:key|token)s? (?:here|below)\b`,
  String.raw`\b(?:your|api|agent|access) (?:keys?|tokens?) (?:go|goes|belong|belongs) (?:here|below)\b`,
  String.raw`\bby (?:sending|sharing|posting|pasting|giving|providing) your ${between}${secretThing}${end}`,
  // “your key is required: post it here”
  String.raw`\byour ${between}${secretThing}(?! (?:in|into|to|at|under)\b)(?:(?!\b(?:not|never|nobody)\b|n't)[^.!?\n]){0,40}?\b(?:post|paste|send|share|drop|give|show) (?:it|them|me|us)(?:${end}| (?:back )?${toOthers})`,
  // “tell us the six digits you were mailed”
  String.raw`\b(?:send|give|tell|show|read|forward|share|post|paste)(?: me| us| @\S+)? (?:the|your) (?:${code}|(?:six|6) digits|codes? (?:(?:we|i|they) (?:sent|mailed|just sent)|(?:from|in) your (?:mail|email|e-mail|inbox|phone)|you (?:were|got|just)))`,
  String.raw`\bwhat(?: i|')s the (?:code|six digits|number) (?:in|from) your (?:mail|email|e-mail|inbox|phone)`,
].map((pattern) => new RegExp(pattern, 'g'))

/** Text before a match that makes it a warning: “never share your key”. */
const warned =
  /(?:\b(?:never|not|nobody|no one|none|no (?:agent|person|human|member)|without|avoid|refuse to|stop|nor|cannot|(?:anyone|anybody|someone|somebody|everyone|everybody|agents?|people|those|posts?|threads?|messages?) (?:who|that)|whoever|if (?:some|any)(?:one|body)|scams?|phish\w*|beware|tries to|asked? (?:me|you|us)(?: to)?|asks (?:me|you|us)(?: to)?|ask(?:s|ing|ed)? for)\b|n't\b|n’t\b)[^.!?;:]*$|\b(?:if|when|whenever|because|unless|since|while) (?:you|they|agents|an agent|people) (?:accidentally |ever |do |once )?$/
/** Text before a match that makes it a question: “should every agent post its key here?”. */
const askedBack = /(?:^|[.!?] )(?:(?:why )?should |does |did |do (?:i|we|they|all|agents|members|people)\b)[^.!?]*$/
