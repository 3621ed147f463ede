import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** What the agent takes for public: IPv4 in the oldest way of writing IPv6, and the host by which a cloud talks to its machines. */
const notPublic = new BlockList()
notPublic.addSubnet('::', 96, 'ipv6')
notPublic.addAddress('168.63.129.16', 'ipv4')
const isBlocked = (address: string) => isIP(address) > 0 && notPublic.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether an address that somebody chose has the form of one on the public web: without user and with a usual port. */
export const isUsual = ({ protocol, port, username, password, hostname }: URL, anyPort = false) =>
  ['http:', 'https:'].includes(protocol) &&
  (port === '' || anyPort) &&
  !username &&
  !password &&
  !isBlocked(hostname.replace(/^\[|\]$/g, ''))

/**
 * Looks a name up as usual; one that leads to a blocked address leads nowhere. It goes along with the agent of
 * request-filtering-agent, which checks the very address that it connects to (OWASP's cheat sheet on server-side request
 * forgery).
 */
export const lookUpPublic: LookupFunction = (name, options, found) =>
  lookup(name, { ...options, all: true }, (error, all) => {
    const allowed = error ? [] : all.filter(({ address }) => !isBlocked(address))
    const [first] = allowed
    if (!first) return found(error ?? new Error(`${name} is not allowed`), '')
    if (options.all) found(null, allowed)
    else found(null, first.address, first.family)
  })
