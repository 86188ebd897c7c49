<?php

declare(strict_types=1);

/**
 * Settings of metrics.php, ship-logs.php and tracing.php: copy to config.php beside them and fill in what stands in <>.
 * Secrets come from the environment, so that this file may be read by whoever maintains the site.
 */
return [
    // The slug under which the stack knows this client: tenant, label and user name of the push address.
    'CLIENT_ID' => '<CLIENT_ID>',
    'CLIENT_NAME' => '<CLIENT_NAME>',

    // The push address of the log store, ending in /api/v1/push, and the credential that goes with CLIENT_ID, for traces too.
    'PUSH_URL' => '<PUSH_URL>',
    'PUSH_PASSWORD' => (string) getenv('PUSH_PASSWORD'),

    // Where tracing.php sends the application's traces, a path ending in /v1/traces; empty for none.
    'TRACES_URL' => '<TRACES_URL>',
    // The share of requests that is traced: 1 for all.
    'TRACES_SHARE' => 0.1,

    // What cron runs by. The stack's log rules look back by these numbers: change them there too.
    'SHIP_INTERVAL_MINUTES' => 15,
    'SECURITY_INTERVAL_MINUTES' => 1,
    'BATCH_SIZE' => 100,
    // The wait before the first retry is at most twice this; every further one may be twice as long.
    'RETRY_MILLISECONDS' => 1000,

    // Holds the last shipped row id. Its folder must be writable, and must not be served by the web server.
    'STATE_FILE' => __DIR__ . '/state.json',

    // The zone of the client's working day, for the hour written into every line.
    'TIME_ZONE' => 'Africa/Johannesburg',

    'DATABASE' => [
        // PostgreSQL: 'pgsql:host=...;dbname=...'   SQLite: 'sqlite:file:/path/app.db?mode=ro' (only reads, never creates).
        'dsn' => 'mysql:charset=utf8mb4;host=' . getenv('DB_HOST') . ';dbname=' . getenv('DB_NAME'),
        'user' => (string) getenv('DB_USER'),
        'password' => (string) getenv('DB_PASSWORD'),
        // The zone of times that the log table holds without one.
        'time_zone' => 'Africa/Johannesburg',
    ],

    // Only these columns leave the host.
    'LOG_TABLE' => [
        'table' => 'activity_log',
        'id_column' => 'id',
        'user_column' => 'username',
        'action_column' => 'action',
        'data_column' => 'details',
        'ip_column' => 'ip_address',
        'time_column' => 'created_at',
    ],

    // What the application calls its actions, and what the log rules call them; all others become "other".
    'ACTION_TYPES' => [
        'login' => 'login',
        'logout' => 'logout',
        'failed_login' => 'failed_login',
        'login_failed' => 'failed_login',
        'create' => 'create',
        'update' => 'update',
        'delete' => 'delete',
        'user_created' => 'user_change',
        'user_updated' => 'user_change',
        'user_deleted' => 'user_change',
        'role_changed' => 'permission_change',
        'permission_changed' => 'permission_change',
        'error' => 'error',
    ],

    // Values of user_column whose logins outside working hours raise an alert.
    'ADMIN_USERS' => ['admin'],

    // metrics.php: without a token it denies everybody. While the token is changed, the one before it holds as well.
    'METRICS_TOKEN' => (string) getenv('METRICS_TOKEN'),
    'METRICS_TOKEN_PREVIOUS' => (string) getenv('METRICS_TOKEN_PREVIOUS'),
    'USERS_QUERY' => 'SELECT COUNT(*) FROM users',
    'SESSIONS_QUERY' => 'SELECT COUNT(*) FROM sessions WHERE last_activity > ' . (time() - 1800),
    'DISK_PATH' => '/',
];
