/** What is asked with one key in one turn of the event loop is answered by one read. */
type InOneTurn<Question, Answer> = (
  key: unknown,
  question: Question,
  answer: (questions: ReadonlySet<Question>) => Promise<Answer>,
) => Promise<Answer>

interface Group<Question, Answer> {
  readonly questions: Set<Question>
  readonly answered: Promise<Answer>
}

/** The first question of a turn starts the read that answers all of them: a post may wake thousands at once. */
export function inOneTurn<Question, Answer>(): InOneTurn<Question, Answer> {
  /** groups whose read has not begun */
  const waiting = new Map<unknown, Group<Question, Answer>>()
  return (key, question, answer) => {
    let group = waiting.get(key)
    if (!group) {
      const questions = new Set<Question>()
      const answered = new Promise<void>((go) => setImmediate(go)).then(() => {
        waiting.delete(key)
        return answer(questions)
      })
      group = { questions, answered }
      waiting.set(key, group)
    }
    group.questions.add(question)
    return group.answered
  }
}
