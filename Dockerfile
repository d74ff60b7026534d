# syntax=docker/dockerfile:1
# Images from one build: `api` (also the worker, by SERVER_ROLE), `publish` (releases one remote, named by the argument
# REMOTE), `host` (gateway and its static files), `remote` (the files of one remote) and `store` (an S3-compatible store that
# runs as an ordinary user). How they work together: docs/deploying.md.

FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig*.json ./
COPY host host
COPY remotes remotes
COPY shared shared
COPY server server
COPY e2e/package.json e2e/
COPY scripts scripts
COPY deploy deploy
ENV CI=true
# Each remote also lies as browsers ask for it: remotes/<name>/<version>/.
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile \
 && node scripts/build.mjs \
 && npx --yes pnpm@12.21.0 --filter @assoc/server deploy --legacy --prod /out/server \
 && rm -rf /out/server/src /out/server/test \
 && (cd server && find src -type d -name migrations -exec cp -r --parents {} /out/server/ \;) \
 && cp -r server/dist /out/server/dist \
 && mkdir -p /out/scripts /out/deploy /out/host \
 && cp scripts/serve.mjs /out/scripts/ \
 && cp deploy/assets.mjs deploy/publish.mjs /out/deploy/ \
 && cp host/config.json /out/host/ \
 && cp -r host/dist /out/host/dist \
 && node deploy/repeatable.mjs deploy/nginx/repeatable.conf \
 && for dist in remotes/*/dist; do \
      name=$(basename "$(dirname "$dist")") \
      && version=$(node -p "JSON.parse(require('fs').readFileSync('$dist/release.json')).version") \
      && mkdir -p "/remotes/$name/remotes/$name" \
      && cp -r "$dist" "/remotes/$name/remotes/$name/$version" || exit 1; \
    done

# ---------------------------------------------------------------- server
FROM node:20-bookworm-slim AS api
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data RELEASE_DIR=/releases WEB_ROOT=/app
WORKDIR /app
COPY --from=build /out /app
RUN mkdir /data /releases && chown node:node /data /releases
VOLUME ["/data", "/releases"]
USER node
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--enable-source-maps", "scripts/serve.mjs"]

# ---------------------------------------------------------------- releases one remote, then ends
FROM api AS publish
ARG REMOTE
ENV BUILD_DIR=/build
COPY --from=build /app/remotes/${REMOTE}/dist /build
HEALTHCHECK NONE
CMD ["node", "deploy/publish.mjs"]

# ---------------------------------------------------------------- gateway with the host's files
FROM nginxinc/nginx-unprivileged:stable-alpine AS host
COPY --from=build /app/host/dist/assets /srv/own/assets
COPY --from=build /app/deploy/nginx /etc/nginx/console
EXPOSE 8080 8443
HEALTHCHECK --interval=10s --timeout=3s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/gatewayz"]
CMD ["nginx", "-c", "/etc/nginx/console/plain.conf"]

# ---------------------------------------------------------------- one remote
FROM nginxinc/nginx-unprivileged:stable-alpine AS remote
ARG REMOTE
COPY --from=build /remotes/${REMOTE} /srv/own
COPY deploy/nginx /etc/nginx/console
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/readyz"]
CMD ["nginx", "-c", "/etc/nginx/console/remote.conf"]

# ---------------------------------------------------------------- S3-compatible store
FROM minio/minio:RELEASE.2025-09-07T16-13-09Z AS store
RUN mkdir /objects && chown 1000:1000 /objects
VOLUME /objects
USER 1000:1000
# Its own settings are made anew at each start: the file system is read-only.
ENV MC_CONFIG_DIR=/tmp/mc
EXPOSE 9000
CMD ["server", "--certs-dir", "/tmp/certs", "/objects"]
