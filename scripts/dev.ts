import { spawn } from 'node:child_process'

/** Runs the server and the application side by side, each reloading when a file that it has loaded changes. */
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173' },
})
const application = spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit' })

function stop() {
  server.kill()
  application.kill()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
server.on('exit', stop)
application.on('exit', stop)
