import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** Wrongly public according to the agent: IPv4-compatible IPv6, and a cloud’s metadata host. */
const notPublic = new BlockList()
notPublic.addSubnet('::', 96, 'ipv6')
notPublic.addAddress('168.63.129.16', 'ipv4')
const isBlocked = (address: string) => isIP(address) > 0 && notPublic.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether a chosen address looks like one on the public web: without a user and with a usual port. */
export const isUsual = ({ protocol, port, username, password, hostname }: URL, anyPort = false) =>
  ['http:', 'https:'].includes(protocol) &&
  (port === '' || anyPort) &&
  !username &&
  !password &&
  !isBlocked(hostname.replace(/^\[|\]$/g, ''))

/**
 * Looks up a name as usual, but blocks forbidden addresses. It complements request-filtering-agent, which checks the
 * very address it connects to (OWASP's cheat sheet on server-side request forgery).
 */
export const lookUpPublic: LookupFunction = (name, options, found) =>
  lookup(name, { ...options, all: true }, (error, all) => {
    const allowed = error ? [] : all.filter(({ address }) => !isBlocked(address))
    const [first] = allowed
    if (!first) return found(error ?? new Error(`${name} is not allowed`), '')
    if (options.all) found(null, allowed)
    else found(null, first.address, first.family)
  })
