# Writes ets.reference.json: what R's package forecast says of each form of exponential smoothing of AirPassengers.
# Run with R 4.2.2, forecast 8.20, jsonlite 1.8.4: Rscript ets.reference.R > ets.reference.json
suppressMessages(library(forecast))
trends <- list(NONE = c("N", FALSE), LINEAR = c("A", FALSE), DAMPED = c("A", TRUE))
reference <- list()
for (kind in c("A", "M")) for (season in c("N", kind)) for (trend in names(trends)) {
  model <- ets(AirPassengers, model = paste0(kind, trends[[trend]][1], season), damped = trends[[trend]][2] == "TRUE")
  ahead <- forecast(model, h = 24, level = 95)
  start <- model$states[1, ]
  weight <- function(name) if (name %in% names(model$par)) unname(model$par[name]) else 0
  reference[[length(reference) + 1]] <- list(
    form = list(trend = trend, period = if (season == "N") 1 else 12, isMultiplicative = kind == "M"),
    weights = list(alpha = weight("alpha"), beta = weight("beta"), gamma = weight("gamma"),
      phi = if (trend == "NONE") 0 else if (trend == "LINEAR") 1 else weight("phi")),
    start = list(level = unname(start["l"]), trend = if (trend == "NONE") 0 else unname(start["b"]),
      # R lists the newest figure of the season first.
      season = if (season == "N") list() else as.list(rev(unname(start[grepl("^s", names(start))])))),
    deviance = -2 * model$loglik, aicc = model$aicc, variance = model$sigma2,
    mean = as.numeric(ahead$mean), half = as.numeric(ahead$upper - ahead$mean))
}
cat(jsonlite::toJSON(reference, auto_unbox = TRUE, digits = 10, pretty = FALSE), "\n")
