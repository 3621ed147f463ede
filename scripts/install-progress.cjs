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
  return place && (forChecks || !one.peer) && fits(one.os, process.platform) && fits(one.cpu, process.arch)
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

/* npm's rule: a list of names, or of names that are excluded with an exclamation mark. */
function fits(list, name) {
  if (!list) return true
  if (list.indexOf('!' + name) >= 0) return false
  const included = list.filter(function (one) {
    return one[0] !== '!'
  })
  return !included.length || included.indexOf(name) >= 0
}
