import { type About, OutsideFault } from '../../errors.ts'

/** What the mail library throws; `command` is the step at which the server refused. */
export type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

type Sorted = { about: About; ofAll: boolean }
const recipient: Sorted = { about: 'recipient', ofAll: false }
const setUp: Sorted = { about: 'set-up', ofAll: true }
const later: Sorted = { about: 'later', ofAll: true }
const laterForThis: Sorted = { about: 'later', ofAll: false }

/** Providers phrase it in many ways; these are from the manuals of Postfix, Exim, Exchange, Gmail and Amazon SES. */
const ofTheSender =
  /\bsender\b|send[- ]?as\b|\b5\.1\.[78]\b|\bfrom address|not verified|unverified|verify your|\b(spf|dkim|dmarc)\b/i
const ofTheAmount =
  /too many (?!recipients)|too fast|throttl|(rate|daily|hourly|sending|message|outbound)[\w ]{0,60} (limit|quota)|(limit|quota) (was |is |has been )?exceeded|exceed\w{0,10} (the |your |its )?[\w ]{0,60}(rate|limit|quota)|per (second|minute|hour|day)\b|\b5\.4\.5\b/i
const ofTheMailbox =
  /\b5\.1\.(1|2|3|6|10)\b|\b5\.2\.\d\b|\b5\.4\.[14]\b|user unknown|unknown (user|recipient)|no such (user|recipient|mailbox)|no mailbox|mailbox (is )?(unavailable|not found|full|disabled|unknown)|invalid recipient|over ?quota/i
const ofOurAccess =
  /relay|authenticat|authori[sz]|not (allowed|permitted|entitled)|\b5\.7\.\d+\b|suspended|sandbox|block|blacklist/i

/** Before a recipient is named, or at the password, a permanent refusal can only be about us. */
const stepsOfOne = ['RCPT TO', 'DATA']
const certificate = /CERT|SELF_SIGNED|ERR_TLS|EPROTO|ERR_SSL/

/** Which of the three a failed mail is about. Unclear cases are about us: then nobody's record is changed. */
function sort({ code = '', command = '', responseCode = 0, response = '', message }: SmtpError): Sorted {
  if (!responseCode) {
    if (code === 'EENVELOPE') return recipient
    return code === 'EAUTH' || certificate.test(`${code} ${message}`) ? setUp : later
  }
  const isTemporary = responseCode < 500
  const isOfOne = stepsOfOne.includes(command)
  if (ofTheAmount.test(response) && !ofTheMailbox.test(response)) return later
  if (isTemporary) return responseCode === 421 || !isOfOne ? later : laterForThis
  if (!isOfOne || ofTheSender.test(response)) return setUp
  if (ofTheMailbox.test(response)) return recipient
  if (ofOurAccess.test(response)) return setUp
  return command === 'RCPT TO' && [550, 551, 552, 553].includes(responseCode) ? recipient : setUp
}

/** The fault of a mail that the server rejected, with its words on one line. */
export function mailFault(error: SmtpError) {
  const { about, ofAll } = sort(error)
  return new OutsideFault('mail', about, readable(error.response ?? error.message), { ofAll, cause: error })
}

const LONGEST_REASON = 200
const readable = (reason: string) =>
  reason
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON)
