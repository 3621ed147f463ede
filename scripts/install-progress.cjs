/* Shows how many packages npm has installed, until it is ended: a bar on a terminal, and a line now and then elsewhere.
   This file must run on any Node that a Debian machine may have, so it keeps to old JavaScript. */
'use strict'

const fs = require('fs')
const path = require('path')

const LOOK_EVERY = 500
const SAY_EVERY = 10000
const WIDTH = 30

const forChecks = process.argv[2] === 'with checks'
const packages = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')).packages
const wanted = Object.keys(packages).filter(function (place) {
  const one = packages[place]
  const isWanted = place && (forChecks || !one.peer)
  return isWanted && fits(one.os, process.platform) && fits(one.cpu, process.arch) && fits(one.libc, 'glibc')
})
const began = Date.now()
let said = 0

console.log('Installing ' + wanted.length + ' packages; this takes a minute or two.')
setInterval(show, LOOK_EVERY)

function show() {
  const there = wanted.filter(function (place) {
    return fs.existsSync(path.join(place, 'package.json'))
  }).length
  if (process.stdout.isTTY) {
    const full = Math.floor((there / wanted.length) * WIDTH)
    const bar = '#'.repeat(full) + '.'.repeat(WIDTH - full)
    process.stdout.write('\r[' + bar + '] ' + there + ' of ' + wanted.length + ' packages ')
  } else if (Date.now() - began > said + SAY_EVERY) {
    said += SAY_EVERY
    console.log('… ' + there + ' of ' + wanted.length + ' packages')
  }
}

process.on('SIGTERM', function () {
  if (process.stdout.isTTY) process.stdout.write('\r' + ' '.repeat(WIDTH + 40) + '\r')
  process.exit()
})

/* npm's rule: one name or a list, of what is included, or with an exclamation mark of what is not. */
function fits(names, name) {
  if (!names) return true
  const list = [].concat(names)
  if (list.indexOf('!' + name) >= 0) return false
  const included = list.filter(function (one) {
    return one[0] !== '!'
  })
  return !included.length || included.indexOf(name) >= 0
}
