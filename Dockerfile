# syntax=docker/dockerfile:1
# Three images from one build: `api` (also the worker, by SERVER_ROLE), `host` (gateway and its static files) and
# `remote` (the static files of one remote, named by the argument REMOTE).

FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig*.json ./
COPY host host
COPY remotes remotes
COPY shared shared
COPY server server
COPY e2e/package.json e2e/
COPY scripts scripts
ENV CI=true
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile \
 && node scripts/build.mjs \
 && npx --yes pnpm@12.21.0 --filter @assoc/server deploy --legacy --prod /out/server \
 && rm -rf /out/server/src /out/server/test \
 && cp -r server/dist /out/server/dist \
 && mkdir -p /out/scripts /out/host /out/dist \
 && cp scripts/serve.mjs /out/scripts/ \
 && cp -r host/dist /out/host/dist \
 && cp dist/remotes.json /out/dist/

# ---------------------------------------------------------------- server
FROM node:20-bookworm-slim AS api
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data WEB_ROOT=/app
WORKDIR /app
COPY --from=build /out /app
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--enable-source-maps", "scripts/serve.mjs"]

# ---------------------------------------------------------------- gateway with the host's files
FROM nginxinc/nginx-unprivileged:stable-alpine AS host
COPY --from=build /app/host/dist/assets /srv/assets
COPY <<'CONF' /etc/nginx/conf.d/default.conf
# Container names are looked up again, so that a restarted or added container is found.
resolver 127.0.0.11 valid=5s;

# A proxy in front that ends TLS says so; without one it is what we were asked with.
map $http_x_forwarded_proto $outer_scheme {
  default $http_x_forwarded_proto;
  ""      $scheme;
}

server {
  listen 8080;
  server_tokens off;
  client_max_body_size 64m;
  absolute_redirect off;

  location /assets/ {
    root /srv;
    gzip_static on;
    add_header Cache-Control "public, max-age=31536000, immutable";
    add_header X-Content-Type-Options nosniff;
  }

  location ~ ^/remotes/([a-z]+)/ {
    set $remote remote-$1;
    proxy_pass http://$remote:8080;
    proxy_connect_timeout 3s;
  }

  location / {
    set $api api;
    proxy_pass http://$api:8080;
    proxy_http_version 1.1;
    proxy_read_timeout 300s;
    proxy_set_header Host $http_host;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $outer_scheme;
  }
}
CONF
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/readyz"]

# ---------------------------------------------------------------- one remote
FROM nginxinc/nginx-unprivileged:stable-alpine AS remote
ARG REMOTE
COPY --from=build /app/remotes/${REMOTE}/dist /srv/remotes/${REMOTE}
COPY <<'CONF' /etc/nginx/conf.d/default.conf
server {
  listen 8080;
  server_tokens off;

  location = /readyz {
    access_log off;
    return 200 "ready\n";
  }

  location /remotes/ {
    root /srv;
    gzip_static on;
    add_header Cache-Control "public, max-age=31536000, immutable";
    add_header Access-Control-Allow-Origin *;
    add_header X-Content-Type-Options nosniff;
  }
}
CONF
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/readyz"]
