/** Makes `client.ts` from the description of the last release: `npx orval --config e2e/app/orval.config.ts`. */
export default {
  app: {
    input: '../../server/http/app-released.json',
    output: {
      target: 'client.ts',
      client: 'fetch',
      override: {
        mutator: { path: 'call.ts', name: 'call', extension: '.ts' },
        fetch: { includeHttpResponseReturnType: false },
      },
    },
  },
}
