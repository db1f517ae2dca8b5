/** What whoever waits for a mail is told where no mail server is connected: what `src/mail/kept_locally.ts` did with it. */
export const mailKeptLocally = 'Email is not connected on this server: the message was kept locally'
